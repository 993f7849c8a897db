# ruff: noqa: F403, F405
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Best melds of a hand: tables found once by exact search, or the same search on demand.

A meld uses up cards in each of its classes, so what melds compete for are *resources*: pairs of a class
and a card type.  Families of melds that share a resource, directly or through others, form a component;
components are independent, and a hand is worth the sum of its components.

What melds compete for need not be cards: where an entry that has a list of values may be laid so many times
over all suits, its families share so many *turns* (a resource of a class below 0, of which every hand has all).

A component's table holds the best value for every vector of counts of its resources.  Its families come
one after the other: `levels` keeps, for each family, the best value of it and of all later ones, so that
the laying itself can be read off: as many as possible of the dearest family, then of the next.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

if TYPE_CHECKING:
    from interpreter.program import MeldEntry

    Resource = tuple[int, int]
    """A class and a card type; or, below 0, an entry's turns and how many there are."""
    Family = tuple[int, int, list[list[tuple[int, int]]], list[int]]
    """Entry, slot, instances over the component's resources, and worth."""
    Wide = tuple[int, int, list[list[tuple[Resource, int]]], list[int]]
    """The same with resources by name."""

TABLE_CELLS = 200_000
"""A component with more cells is searched on demand."""
CACHE_ENTRIES = 20_000
"""So many searched hands are remembered for each component."""
TRAIL = 4096
"""So many melds of one laying are kept; no hand holds as many."""
MASK64 = 0xFFFFFFFFFFFFFFFF
IMPOSSIBLE = -1_000_000_000


def amount_of(resource: Resource, copies: list[int]) -> int:
    """Return how much of a resource there can be: copies of the card, or all turns."""
    return resource[1] if resource[0] < 0 else copies[resource[1]]


def ints(values: list[int]) -> array[int]:
    """Return an array of C integers, never empty."""
    return array("i", values or [0])


class Component:
    """Families of melds that compete for cards, and what every vector of counts is worth.

    A family is (entry, slot, instances, worth): an instance lists (resource, amount), and `worth[n]` is
    what n of the family score.  Families are ordered dearest first.
    """

    def __init__(
        self, families: list[Family], resources: list[Resource], copies: list[int], twin: Component | None = None
    ) -> None:
        """Build a component; a twin, which differs in names only, lends its table."""
        self.families = families
        self.resources = resources
        self.types = [0] * 512
        self.radix = [0] * 512
        self.stride = [0] * 512
        self.digits = [0] * 512
        self.best_digits = [0] * 512
        self.trail = [0] * 4096
        self.best_trail = [0] * 4096
        self.n_trail = 0
        self.best_n_trail = 0
        self.in_class = [0] * 512
        self.rate = [0] * 1025
        self.rate_of = [0] * 1025
        self.cards_left = 0
        self.has_class = 0
        self.family_first = [0] * 1024
        self.family_last = [0] * 1024
        self.most = [0] * 1024
        self.worth_at = [0] * 1024
        self.bound = [0] * 1025
        self.chosen = [0] * 1024
        self.best_chosen = [0] * 1024
        self.best_value = 0
        self.first_family = 0
        self.n_resources = len(resources)
        self.n_families = len(families)
        self.cache: dict[tuple[int, ...], int] = {}
        size = 1
        for i, resource in enumerate(resources):
            self.types[i] = resource[1] if resource[0] >= 0 else -1
            self.radix[i] = amount_of(resource, copies) + 1
            self.stride[i] = size if size <= TABLE_CELLS else 0
            size = min(size * self.radix[i], TABLE_CELLS + 1)
        self.size = size
        self.tabled = size <= TABLE_CELLS
        self.flatten()
        if not self.tabled:
            self.find_class()
            self.find_rates()
        if twin is not None:
            self.share_table(twin)
        elif self.tabled:
            self.tabulate()
        else:
            self.levels = ints([0])

    def share_table(self, twin: Component) -> None:
        """Use the table of a component that differs in names only."""
        self.levels = twin.levels

    def strides(self) -> list[int]:
        """Return the weight of each resource in the number of a cell."""
        return [self.stride[i] for i in range(self.n_resources)]

    def needs(self) -> int:
        """Return the card types, as bits, without which nothing of it can be laid."""
        every = MASK64
        for family in self.families:
            for instance in family[2]:
                mask = 0
                for resource, _ in instance:
                    if self.types[resource] >= 0:
                        mask |= bit_of(self.types[resource])
                every &= mask
        return every

    def turns_cell(self) -> int:
        """Return the cell of all turns and no cards: where the cells of hands begin."""
        return sum((self.radix[i] - 1) * self.stride[i] for i in range(self.n_resources) if self.types[i] < 0)

    def table(self) -> list[int]:
        """Return the best value of every cell."""
        return [self.levels[c] for c in range(self.size)]

    def flatten(self) -> None:
        """Write the families into flat arrays."""
        starts: list[int] = []
        resource: list[int] = []
        amount: list[int] = []
        worth: list[int] = []
        for k, family in enumerate(self.families):
            self.family_first[k] = len(starts)
            for instance in family[2]:
                starts.append(len(resource))
                resource.extend(pair[0] for pair in instance)
                amount.extend(pair[1] for pair in instance)
            self.family_last[k] = len(starts)
            self.most[k] = len(family[3]) - 1
            self.worth_at[k] = len(worth)
            worth.extend(family[3])
        starts.append(len(resource))
        self.instance_at = ints(starts)
        self.instance_resource = ints(resource)
        self.instance_amount = ints(amount)
        self.worth = ints(worth)

    def key(self) -> tuple[object, ...]:
        """Return what decides the table: equal keys have equal tables."""
        shape = tuple(self.radix[i] for i in range(self.n_resources))
        return shape, tuple((tuple(tuple(i) for i in f[2]), tuple(f[3])) for f in self.families)

    def tabulate(self) -> None:
        """Fill `levels`, from the last family to the first."""
        size = self.size
        self.levels = array("i", bytes(4 * size * (self.n_families + 1)))
        here = array("i", bytes(4 * size))
        there = array("i", bytes(4 * size))
        for k in range(self.n_families - 1, -1, -1):
            self.fill_level(k, here, there)

    def fill_level(self, family: int, here: array[int], there: array[int]) -> None:
        """Fill the level of one family: `here` is the best with exactly n of it laid, for rising n."""
        size = self.size
        level = family * size
        for c in range(size):
            here[c] = self.levels[level + size + c]
            self.levels[level + c] = here[c]
        for n in range(1, self.most[family] + 1):
            worth = self.worth[self.worth_at[family] + n]
            for i in range(self.n_resources):
                self.digits[i] = 0
            for c in range(size):
                best = IMPOSSIBLE
                for instance in range(self.family_first[family], self.family_last[family]):
                    if self.fits(instance):
                        below = c
                        for j in range(self.instance_at[instance], self.instance_at[instance + 1]):
                            below -= self.instance_amount[j] * self.stride[self.instance_resource[j]]
                        best = max(best, here[below])
                there[c] = best
                if best > IMPOSSIBLE and best + worth > self.levels[level + c]:
                    self.levels[level + c] = best + worth
                i = 0
                while i < self.n_resources:
                    self.digits[i] += 1
                    if self.digits[i] < self.radix[i]:
                        break
                    self.digits[i] = 0
                    i += 1
            for c in range(size):
                here[c] = there[c]

    def fits(self, instance: int) -> bool:
        """Tell whether the digits have the cards of an instance."""
        for j in range(self.instance_at[instance], self.instance_at[instance + 1]):
            if self.digits[self.instance_resource[j]] < self.instance_amount[j]:
                return False
        return True

    def take(self, instance: int, sign: int) -> None:
        """Take the cards of an instance from the digits, or put them back."""
        for j in range(self.instance_at[instance], self.instance_at[instance + 1]):
            amount = sign * self.instance_amount[j]
            self.digits[self.instance_resource[j]] -= amount
            if self.in_class[self.instance_resource[j]]:
                self.cards_left -= amount

    def put_down(self, instance: int) -> None:
        """Lay a meld, and note which."""
        self.take(instance, 1)
        if self.n_trail < TRAIL:
            self.trail[self.n_trail] = instance
        self.n_trail += 1

    def pick_up(self, instance: int) -> None:
        """Take the last meld back."""
        self.take(instance, -1)
        self.n_trail -= 1

    def keep_trail(self) -> None:
        """Keep the present laying: its melds, and the cards left."""
        self.best_n_trail = min(self.n_trail, TRAIL)
        for i in range(self.best_n_trail):
            self.best_trail[i] = self.trail[i]
        for i in range(self.n_resources):
            self.best_digits[i] = self.digits[i]

    def find_class(self) -> None:
        """Find a class in which every meld of the component uses up cards."""
        classes = {resource[0] for resource in self.resources}
        for family in self.families:
            for instance in family[2]:
                classes &= {self.resources[resource][0] for resource, _ in instance}
        shared = min((number for number in classes if number >= 0), default=-1)
        self.has_class = shared >= 0
        for i, resource in enumerate(self.resources):
            self.in_class[i] = resource[0] == shared

    def find_rates(self) -> None:
        """Find, for each family, the most that it or a later one brings for a card of the common class."""
        if not self.has_class:
            return
        self.rate_of[self.n_families] = 1
        for k in range(self.n_families - 1, -1, -1):
            self.rate[k] = self.rate[k + 1]
            self.rate_of[k] = self.rate_of[k + 1]
            least = 0
            for instance in range(self.family_first[k], self.family_last[k]):
                cards = 0
                for j in range(self.instance_at[instance], self.instance_at[instance + 1]):
                    if self.in_class[self.instance_resource[j]]:
                        cards += self.instance_amount[j]
                if least == 0 or cards < least:
                    least = cards
            for n in range(1, self.most[k] + 1):
                worth = self.worth[self.worth_at[k] + n]
                cards = n * least
                if worth * self.rate_of[k] > self.rate[k] * cards:
                    self.rate[k] = worth
                    self.rate_of[k] = cards

    def most_from(self, family: int) -> int:
        """Return what this and the later families can bring at most with the cards left."""
        most = self.bound[family]
        if self.has_class:
            fraction = self.cards_left * self.rate[family] // self.rate_of[family]
            most = min(most, fraction)
        return most

    def cell(self) -> int:
        """Return the table cell of the digits."""
        total = 0
        for i in range(self.n_resources):
            total += self.digits[i] * self.stride[i]
        return total

    def read_digits(self, count: list[int], base: int) -> None:
        """Set the digits to the counts of a hand."""
        for i in range(self.n_resources):
            self.digits[i] = count[base + self.types[i]] if self.types[i] >= 0 else self.radix[i] - 1

    def value(self, count: list[int], base: int) -> int:
        """Return what the hand is worth in this component."""
        self.read_digits(count, base)
        if self.tabled:
            return self.levels[self.cell()]
        key = tuple([self.digits[i] for i in range(self.n_resources)])
        found = self.cache.get(key)
        if found is not None:
            return found
        self.search()
        if len(self.cache) >= CACHE_ENTRIES:
            self.cache.clear()
        self.cache[key] = self.best_value
        return self.best_value

    def lay_out(self, count: list[int], base: int) -> None:
        """Set `best_chosen` (how many of each family), `best_trail` and `best_digits` (the cards left)."""
        self.read_digits(count, base)
        self.n_trail = 0
        if self.tabled:
            self.walk(0, 0, self.family_first[0], self.levels[self.cell()])
        else:
            self.search()

    def laid_melds(self) -> list[tuple[Family, list[dict[int, int]]]]:
        """Return the families of the last laying, and for each the cards, by type, of every time it is laid."""
        found = []
        for k, family in enumerate(self.families):
            laid = []
            for i in range(self.best_n_trail):
                at = self.best_trail[i] - self.family_first[k]
                if 0 <= at < len(family[2]):
                    cards = ((self.resources[place], amount) for place, amount in family[2][at])
                    laid.append({resource[1]: amount for resource, amount in cards if resource[0] >= 0})
            if laid:
                found.append((family, laid))
        return found

    def walk(self, family: int, left: int, instance: int, goal: int) -> bool:
        """Read a laying that scores `goal` off the levels; `left` more of this family are still to be laid."""
        if family == self.n_families:
            if goal == 0:
                self.keep_trail()
            return goal == 0
        if left > 0:
            for k in range(instance, self.family_last[family]):
                if self.fits(k):
                    self.put_down(k)
                    if self.walk(family, left - 1 if left > 1 else -1, k, goal):
                        self.pick_up(k)
                        return True
                    self.pick_up(k)
            return False
        if left < 0 or self.most[family] == 0:
            if self.levels[(family + 1) * self.size + self.cell()] != goal:
                return False
            return self.walk(family + 1, 0, self.family_first[family + 1], goal)
        if self.levels[family * self.size + self.cell()] < goal:
            return False
        for n in range(self.most[family], -1, -1):
            self.best_chosen[family] = n
            rest = goal - self.worth[self.worth_at[family] + n]
            if rest >= 0 and self.walk(family, n if n > 0 else -1, self.family_first[family], rest):
                self.best_chosen[family] = n
                return True
        return False

    def search(self) -> None:
        """Find the best laying of the digits by branch and bound, in the order of the families."""
        total = 0
        for k in range(self.n_families - 1, -1, -1):
            self.bound[k + 1] = total
            most = 0
            for instance in range(self.family_first[k], self.family_last[k]):
                times = self.most[k]
                for j in range(self.instance_at[instance], self.instance_at[instance + 1]):
                    times = min(times, self.digits[self.instance_resource[j]] // self.instance_amount[j])
                most += times
            total += self.worth[self.worth_at[k] + min(most, self.most[k])]
            self.chosen[k] = 0
        self.bound[0] = total
        self.best_value = -1
        self.n_trail = 0
        self.cards_left = 0
        for i in range(self.n_resources):
            if self.in_class[i]:
                self.cards_left += self.digits[i]
        self.branch(0, 0, self.family_first[0], 0)

    def branch(self, family: int, laid: int, instance: int, score: int) -> None:
        """Try all layings of this and the later families; `laid` of this one lie already."""
        if family == self.n_families:
            if score > self.best_value:
                self.best_value = score
                for k in range(self.n_families):
                    self.best_chosen[k] = self.chosen[k]
                self.keep_trail()
            return
        if score + (self.bound[family] if laid else self.most_from(family)) <= self.best_value:
            return
        if laid < self.most[family]:
            for k in range(instance, self.family_last[family]):
                if self.fits(k):
                    self.put_down(k)
                    self.chosen[family] = laid + 1
                    self.branch(family, laid + 1, k, score)
                    self.chosen[family] = laid
                    self.pick_up(k)
        score += self.worth[self.worth_at[family] + laid]
        if score + self.most_from(family + 1) > self.best_value:
            self.branch(family + 1, 0, self.family_first[family + 1], score)


def worth_of(points: tuple[int, ...], most: int) -> list[int]:
    """Return what 0, 1, ... `most` of a family score: the list, and beyond it the best split."""
    worth = [0]
    for n in range(1, most + 1):
        if n <= len(points):
            worth.append(points[n - 1])
        else:
            worth.append(max(worth[k] + worth[n - k] for k in range(1, len(points) + 1)))
    return worth


def make_families(melds: tuple[MeldEntry, ...], on: int, trump: int, copies: list[int]) -> list[Wide]:
    """Return the families that are on under a trump: (entry, slot, instances over (class, type), worth)."""
    families: list[Wide] = []
    graded: dict[int, int] = {}
    """How often an entry could be laid over all suits, where its limit is one of turns."""
    for number, entry in enumerate(melds):
        if not on >> number & 1:
            continue
        forms = entry.forms[trump]
        turns = entry.limit if len(forms) > 1 else 0
        if turns == 1 or (turns and len(entry.points[trump]) < 2):  # each is worth the same, whatever its suit
            turns = 0
            forms = ((0, tuple(v for _, vectors in forms for v in vectors)),)
        for slot, vectors in forms:
            possible = [v for v in vectors if all(copies[t] >= n for t, n in v)]
            if not possible:
                continue
            most = max(min((copies[t] // n for t, n in v), default=1) for v in possible)
            if len(possible) > 1:
                held = sum(copies[t] for t in {t for v in possible for t, _ in v})
                most = min(64, held // min(sum(n for _, n in v) for v in possible))
            if entry.limit:
                most = min(most, entry.limit)
            instances = [[((c, t), n) for c in entry.classes for t, n in v] for v in possible]
            families.append((number, slot, instances, worth_of(entry.points[trump], most)))
            graded[number] = graded.get(number, 0) + most if turns else 0
    for number, _, instances, _ in families:
        if graded[number] > melds[number].limit:
            for instance in instances:
                instance.append(((-1 - number, melds[number].limit), 1))
    families.sort(key=lambda family: (-family[3][1], family[0], family[1]))
    return families


def join(families: list[Wide]) -> list[list[Wide]]:
    """Split families into components that share no resource."""
    groups: list[tuple[set[Resource], list[tuple[int, Wide]]]] = []
    for order, family in enumerate(families):
        resources = {r for instance in family[2] for r, _ in instance}
        touching = [g for g in groups if g[0] & resources]
        groups = [g for g in groups if not g[0] & resources]
        for g in touching:
            resources |= g[0]
        members = [(order, family)] + [m for g in touching for m in g[1]]
        groups.append((resources, sorted(members, key=lambda m: m[0])))
    groups.sort(key=lambda g: g[1][0][0])
    return [[family for _, family in members] for _, members in groups]


class MeldSet:
    """What hands are worth when certain entries are on: all components under each trump."""

    def __init__(self, melds: tuple[MeldEntry, ...], on: int, copies: list[int]) -> None:
        self.components: list[Component] = []
        self.part_start = [0] * 6
        self.part_first = [0] * 2048
        self.part_last = [0] * 2048
        self.part_table = [0] * 2048
        self.part_needs = [0] * 2048
        self.part_types = [0] * 2048
        self.part_rare = [0] * 2048
        self.family_start = [0] * 6
        self.used = [0] * 64
        self.asked = [0] * 64
        self.asked_types = 0
        types: list[int] = []
        strides: list[int] = []
        values: array[int] = array("i")
        entries: list[int] = []
        slots: list[int] = []
        known: dict[object, Any] = {}
        n = 0
        for trump in range(5):
            self.part_start[trump] = n
            self.family_start[trump] = len(entries)
            for members in join(make_families(melds, on, trump, copies)):
                resources = sorted({r for f in members for i in f[2] for r, _ in i})
                place = {r: i for i, r in enumerate(resources)}
                families = [(f[0], f[1], [[(place[r], k) for r, k in i] for i in f[2]], f[3]) for f in members]
                component = self.share(known, families, resources, copies)
                component.first_family = len(entries)
                entries.extend(f[0] for f in families)
                slots.extend(f[1] for f in families)
                self.components.append(component)
                cards = [(r, stride) for r, stride in zip(resources, component.strides(), strict=True) if r[0] >= 0]
                self.part_first[n] = len(types)
                types.extend(r[1] for r, _ in cards)
                strides.extend(stride for _, stride in cards)
                self.part_last[n] = len(types)
                self.part_needs[n] = component.needs()
                # looking at once is quicker than guessing wrongly, but for what hands seldom have
                self.part_rare[n] = self.part_needs[n] if bit_count(self.part_needs[n]) > 2 else 0
                self.part_types[n] = 0
                for resource, _ in cards:
                    self.part_types[n] |= bit_of(resource[1])
                self.part_table[n] = self.place_table(known, component, values)
                n += 1
            self.part_start[trump + 1] = n
            self.family_start[trump + 1] = len(entries)
        self.item_type = ints(types)
        self.item_stride = ints(strides)
        self.values = values if len(values) else ints([0])
        self.family_entry = ints(entries)
        self.family_slot = ints(slots)
        self.laid = ints([0] * len(entries))
        self.laid_points = ints([0] * len(entries))

    def share(
        self, known: dict[object, Any], families: list[Family], resources: list[Resource], copies: list[int]
    ) -> Component:
        """Return a component, with the table of an equal one where there is one."""
        shape = tuple(amount_of(r, copies) for r in resources)
        key = (shape, tuple((tuple(tuple(i) for i in f[2]), tuple(f[3])) for f in families))
        component = Component(families, resources, copies, known.get(key))
        known.setdefault(key, component)
        return component

    def place_table(self, known: dict[object, Any], component: Component, values: array[int]) -> int:
        """Append a component's table to the common values, once for equal ones; -1: searched."""
        if not component.tabled:
            return -1
        key = ("table", component.key())
        if key not in known:
            known[key] = len(values)
            values.extend(component.table())
        place: int = known[key]
        return place + component.turns_cell()

    def best(self, count: list[int], base: int, held: int, trump: int) -> int:
        """Return the most points that the hand can lay under a trump; `held`: the types it holds, as bits."""
        total = 0
        for part in range(self.part_start[trump], self.part_start[trump + 1]):
            if self.part_rare[part] & ~held:
                continue
            if self.part_table[part] < 0:
                component = self.components[part]
                total += component.value(count, base)
                continue
            cell = self.part_table[part]
            for i in range(self.part_first[part], self.part_last[part]):
                cell += count[base + self.item_type[i]] * self.item_stride[i]
            total += self.values[cell]
        return total

    def touched(self, held: int, trump: int) -> int:
        """Return the types that can lie in melds of a hand of these types, as bits; no other adds to its melds."""
        found = 0
        for part in range(self.part_start[trump], self.part_start[trump + 1]):
            if self.part_needs[part] & ~held == 0:
                found |= self.part_types[part]
        return found

    def lay_out(self, count: list[int], base: int, trump: int) -> None:
        """Set `laid` and `laid_points` of each family, and `used`: how many cards of each type lie in melds."""
        for t in range(64):
            self.used[t] = 0
        for part in range(self.part_start[trump], self.part_start[trump + 1]):
            component = self.components[part]
            component.lay_out(count, base)
            for k in range(component.n_families):
                n = component.best_chosen[k]
                self.laid[component.first_family + k] = n
                self.laid_points[component.first_family + k] = component.worth[component.worth_at[k] + n]
            for i in range(component.n_resources):
                t = component.types[i]
                if t < 0:
                    continue
                lying = count[base + t] - component.best_digits[i]
                self.used[t] = max(self.used[t], lying)

    def laying(self, trump: int) -> list[tuple[int, int, int, int]]:
        """Return the last laying: (entry, slot, how many, points) of each family laid."""
        families = range(self.family_start[trump], self.family_start[trump + 1])
        return [
            (self.family_entry[f], self.family_slot[f], self.laid[f], self.laid_points[f])
            for f in families
            if self.laid[f]
        ]

    def total_of(self, counts: list[int], trump: int) -> int:
        """Return what a hand is worth: counts by card type."""
        self.read_counts(counts)
        return self.best(self.asked, 0, self.asked_types, trump)

    def laying_of(self, counts: list[int], trump: int) -> list[tuple[int, int, int, int]]:
        """Return the best laying of a hand: (entry, slot, how many, points) of each family laid."""
        self.read_counts(counts)
        self.lay_out(self.asked, 0, trump)
        return self.laying(trump)

    def melds_of(self, counts: list[int], trump: int) -> list[tuple[int, int, list[dict[int, int]]]]:
        """Return the best laying of a hand, dearest family first: entry, slot, and the cards of each time."""
        self.read_counts(counts)
        self.lay_out(self.asked, 0, trump)
        found = []
        for part in range(self.part_start[trump], self.part_start[trump + 1]):
            for family, laid in self.components[part].laid_melds():
                found.append((-family[3][1], family[0], family[1], laid))
        found.sort(key=lambda item: item[:3])
        return [item[1:] for item in found]

    def read_counts(self, counts: list[int]) -> None:
        """Take over counts from Python."""
        self.asked_types = 0
        for t in range(64):
            self.asked[t] = counts[t] if t < len(counts) else 0
            if self.asked[t]:
                self.asked_types |= bit_of(t)
