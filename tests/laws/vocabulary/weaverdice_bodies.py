"""Bodies in Weaverdice: the wound track, armor that takes wounds, pulverized parts, several grapplers at once."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.anchors import WhilePresent
from domain.components.creature import Condition, Formula, Item, Link, Modifier, Wound
from domain.components.expressions import AnyExpression, Number, Sum, ValueOf
from domain.events.body import ConditionEnded, ConditionGained, WoundClosed, WoundSuffered
from domain.events.holdings import ItemGained, ItemLost
from domain.events.log import Contribution
from domain.events.undertakings import LinkBroken, LinkMade, LinkShifted, UseCounted
from domain.events.values import FormulaDefined, ModifierApplied, PointSpent
from domain.play.moments import owner_of, participants, release, settle
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.weaverdice_effort import POOLS

PARTS = ("head", "left arm", "left leg", "right arm", "right leg")
LESSER_CUT = {3: ("bleeding",), 4: ("scarred",), 5: ("bleeding", "blinded"), 6: ("pain", "bleeding")}


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class PutOn(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    piece: str
    place: int


class TakeOff(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    piece: str


class Hurt(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    severity: str
    conventional: bool = True


class Between(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef


class Mend(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    wound: str


def body(play: Play, command: Who) -> None:
    """WD-WND-01, WD-COS-02: a slot a point of Guts, and one for each piece of armor worn."""
    slots = Sum(terms=(ValueOf(path="attributes.guts"), ValueOf(path="slots.armor")))
    sizes: dict[str, AnyExpression] = {
        "slots.armor": Number(value=0),
        "slots.all": slots,
        "defence": Number(value=1),
    }
    for path, expression in sizes.items():
        name = path.replace(".", "-")
        play.emit(command.who, FormulaDefined(name=name, formula=Formula(path=path, expression=expression)))


def put_on(play: Play, command: PutOn) -> None:
    """WD-COS-02: +1 armor, as long as the piece is worn."""
    armor = Item(what="armor", location=f"costume/{command.place}")
    play.emit(command.who, ItemGained(name=command.piece, item=armor))
    worn = WhilePresent(path=f"{command.who}.items.{command.piece}")
    plus = Modifier(path="slots.armor", amount=1, source=command.piece, until=worn)
    play.emit(command.who, ModifierApplied(name=f"{command.piece}-armor", modifier=plus))


def take_off(play: Play, command: TakeOff) -> None:
    for name in play.where(command.who, "wounds", f"item/{command.piece}"):
        play.emit(command.who, WoundClosed(name=name, because="not worn"))
    play.emit(command.who, ItemLost(name=command.piece))
    settle(play, f"{command.who}.items.{command.piece}")


def hurt(play: Play, command: Hurt) -> None:
    """WD-WND-02, WD-COS-02: armor takes the wound first, and conventional damage to it has no effect; with a full track
    a moderate wound displaces a lesser one, whose effect stays."""
    who = command.who
    slot = free_armor(play, who)
    if slot is None:
        slot = free_slot(play, who) or displaced(play, who, command.severity)
    with play.citing("WD-COS-02" if slot.startswith("item/") else "WD-WND-02"):
        name = play.new_id("wound")
        play.emit(who, WoundSuffered(name=name, wound=Wound(severity=command.severity, kind="cut", slot=slot)))
        if not slot.startswith("item/") or not command.conventional:
            lesser_cut(play, who, f"{who}.wounds.{name}")


def free_armor(play: Play, who: str) -> str | None:
    pieces = [name for name, item in play.character(who).items.items() if item.what == "armor"]
    free = (piece for piece in sorted(pieces) if not play.where(who, "wounds", f"item/{piece}"))
    return next((f"item/{piece}" for piece in free), None)


def body_slots(play: Play, who: str) -> list[str]:
    return [f"body/{number}" for number in range(1, play.value(who, "attributes.guts").total + 1)]


def free_slot(play: Play, who: str) -> str | None:
    return next((slot for slot in body_slots(play, who) if not play.where(who, "wounds", slot)), None)


def displaced(play: Play, who: str, severity: str) -> str:
    """The slot of the lesser wound that makes room for a moderate one; "over" where the track takes no more."""
    for slot in body_slots(play, who) if severity != "lesser" else ():
        for name, wound in play.where(who, "wounds", slot).items():
            if wound.severity == "lesser":
                release(play, f"{who}.wounds.{name}")
                play.emit(who, WoundClosed(name=name, because="displaced"))
                return slot
    return "over"


def lesser_cut(play: Play, who: str, wound: str) -> None:
    """WD-WFX-01, for a wound that lasts as long as its wound."""
    rolled = play.roll(who, "effect", "1d6").total
    for what in LESSER_CUT.get(rolled, ()):
        suffered = Condition(what=what, until=WhilePresent(path=wound))
        play.emit(who, ConditionGained(name=play.new_id(what), condition=suffered))


def mend(play: Play, command: Mend) -> None:
    play.emit(command.who, WoundClosed(name=command.wound, because="mended"))
    settle(play, f"{command.who}.wounds.{command.wound}")


def pulverize(play: Play, command: Who) -> None:
    """WD-WFX-09: again and again the target chooses to lose two stat points or a part; each time 1d6 says whether it
    goes on, on 2+ and one more for each dot of any effort spent in advance."""
    who, owner = command.who, owner_of(play, command.who)
    name = play.new_id("wound")
    play.emit(who, WoundSuffered(name=name, wound=Wound(severity="critical", kind="bash", slot="over")))
    wound = WhilePresent(path=f"{who}.wounds.{name}")
    goes_on_at = 2 + effort_spent(play, who, owner)
    for times in range(1, 100):
        lose_stats_or_a_part(play, who, owner, times, wound)
        if play.roll(who, "again", "1d6", target=goes_on_at).outcome == "failure":
            return


def effort_spent(play: Play, who: str, owner: str) -> int:
    dots = 0
    while left := tuple(pool for pool in POOLS if play.character(who).tracks[pool].current > 0):
        pool = play.ask(f"effort/{dots + 1}", owner, ("none", *left), "none", "Spend effort to end it sooner?")
        if pool == "none":
            break
        play.emit(who, PointSpent(name=pool, amount=1))
        play.emit(who, UseCounted(name=f"{pool}-spent"))
        dots += 1
    return dots


def lose_stats_or_a_part(play: Play, who: str, owner: str, times: int, wound: WhilePresent) -> None:
    lost = {condition.data["part"] for condition in play.where(who, "conditions", "useless").values()}
    intact = tuple(part for part in PARTS if part not in lost)
    part = play.ask(f"lose/{times}", owner, ("two points", *intact), "two points", "What is pulverized?")
    if part != "two points":
        useless = Condition(what="useless", data={"part": part}, until=wound)
        play.emit(who, ConditionGained(name=play.new_id("useless"), condition=useless))
        return
    for point in (1, 2):
        stats = tuple(s for s in sorted(play.character(who).attributes) if play.value(who, f"attributes.{s}").total > 0)
        if stats:
            stat = play.ask(f"point/{times}/{point}", owner, stats, stats[0], "Which stat loses a point?")
            minus = Modifier(path=f"attributes.{stat}", amount=-1, tags=("long-term",), until=wound)
            play.emit(who, ModifierApplied(name=play.new_id("pulverized"), modifier=minus))


def grab(play: Play, command: Between) -> None:
    """WD-GRAP-01, WD-GRAP-04: whoever is held has no defence score, as long as any grapple holds."""
    name = f"grapple-{command.target.partition('/')[2]}"
    play.emit(command.who, LinkMade(name=name, link=Link(kind="grapple", to=command.target)))
    held = Modifier(path="defence", operation="set", amount=0, until=WhilePresent(path=f"{command.who}.links.{name}"))
    play.emit(command.target, ModifierApplied(name=play.new_id("held"), modifier=held))


def struggle(play: Play, command: Who) -> None:
    """WD-GRAP-09: every grapple is resolved by itself, with its own attack of opportunity; only whoever wins all that
    still go on is free."""
    held_by = grapplers(play, command.who)
    if not held_by:
        play.refuse("WD-GRAP-09", "Nobody grapples them.")
    won = [resisted(play, command.who, grappler, link) for grappler, link in held_by]
    if all(won):
        for grappler, link in held_by:
            if link in play.character(grappler).links:
                let_go(play, grappler, link, "broken free")


def grapplers(play: Play, target: str) -> list[tuple[str, str]]:
    others = [ref for ref in participants(play, play.deed.encounter) if ref.startswith("character/")]
    links = ((ref, name, link) for ref in others for name, link in play.where(ref, "links", "grapple").items())
    return [(ref, name) for ref, name, link in links if link.to == target]


def resisted(play: Play, target: str, grappler: str, link: str) -> bool:
    """One grapple: whether the target beats it. A grappler who wins banks the difference; a tie gives neither anything."""
    handle = grappler.partition("/")[2]
    margin = brawn(play, grappler, f"grapple/{handle}") - brawn(play, target, f"resist/{handle}")
    if margin >= 0:
        play.emit(grappler, LinkShifted(name=link, amount=margin))
        return False
    if play.character(target).tracks["focus"].current > 0:
        prompt = f"Spend 1 Focus for an attack of opportunity against {handle}?"
        if play.offer(f"opportunity/{handle}", owner_of(play, target), ("yes", "no"), "no", prompt) == "yes":
            opportunity(play, target, grappler, link)
    return True


def opportunity(play: Play, target: str, grappler: str, link: str) -> None:
    handle = grappler.partition("/")[2]
    play.emit(target, PointSpent(name="focus", amount=1))
    play.emit(target, UseCounted(name="focus-spent"))
    if brawn(play, target, f"attack/{handle}") >= 4:
        wound = Wound(severity="lesser", kind="bash", slot=free_slot(play, grappler) or "over")
        play.emit(grappler, WoundSuffered(name=play.new_id("wound"), wound=wound))
        let_go(play, grappler, link, "wounded")


def brawn(play: Play, who: str, label: str) -> int:
    modifier = Contribution(label="brawn", amount=play.value(who, "attributes.brawn").total - 3)
    return play.roll(who, label, "1d6", modifiers=(modifier,)).total


def let_go(play: Play, grappler: str, link: str, because: str) -> None:
    play.emit(grappler, LinkBroken(name=link, because=because))
    settle(play, f"{grappler}.links.{link}")


def stop_bleeding(play: Play, command: Who) -> None:
    for name in play.where(command.who, "conditions", "bleeding"):
        play.emit(command.who, ConditionEnded(name=name, because="stopped"))


KINDS = (
    Kind(name="body", args=Who, rule=body, by="gm", summary="Give somebody a wound track."),
    Kind(name="put_on", args=PutOn, rule=put_on, by="owner", actor="who", summary="Put on a piece of armor."),
    Kind(name="take_off", args=TakeOff, rule=take_off, by="owner", actor="who", summary="Take a piece off."),
    Kind(name="hurt", args=Hurt, rule=hurt, by="gm", summary="A hit wounds somebody."),
    Kind(name="mend", args=Mend, rule=mend, by="gm", summary="A wound is mended."),
    Kind(name="stop_bleeding", args=Who, rule=stop_bleeding, by="gm", summary="All bleeding is stopped."),
    Kind(name="pulverize", args=Who, rule=pulverize, by="gm", actor="who", summary="A critical bash."),
    Kind(name="grab", args=Between, rule=grab, by="owner", actor="who", summary="Grapple somebody."),
    Kind(name="struggle", args=Who, rule=struggle, by="owner", actor="who", summary="Struggle in every grapple."),
)
