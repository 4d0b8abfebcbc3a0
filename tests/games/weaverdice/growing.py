"""Tables at which Outage grows: by boxes, or in sixteen steps."""

from tests.games.weaverdice.capes import Capes


class Growing(Capes):
    """A table at which Outage grows."""

    def __init__(self, boxes: int = 8, **options: str | int | bool) -> None:
        super().__init__(**options)
        self.cape("outage", social=4)
        if boxes:
            self.finish(boxes=boxes)

    def finish(self, outcome: str = "success", boxes: int | None = None) -> int:
        return self.play("finish_mission", who=["outage"], mission="The Mill", outcome=outcome, boxes=boxes)

    def check(self, box: str, responses: dict[str, str] | None = None, *, pool: str = "", skill: str = "") -> int:
        return self.play("check_box", who="outage", box=box, responses=responses, pool=pool, skill=skill)

    def check_four(self) -> None:
        """Half a dot, an equipment slot, and room to recruit twice."""
        self.check("extra-effort", pool="stamina")
        for box in ("equipment-slot", "room-to-recruit", "room-to-recruit"):
            self.check(box)

    def boxes(self) -> list[str]:
        return [choice.picked[0] for choice in self.sheet("outage").choices.values() if choice.of == "box"]

    def milestone(self, goal: str = "Care for his mother") -> int:
        """A milestone that is granted, on whatever terms."""
        self.play("set_goal", who="outage", goal=goal)
        self.play("grant_milestone", who="outage", goal=goal)
        option = "life-perk" if len(self.milestones()) % 2 == 0 else "power-perk"
        answers = {"life-perk": ("standing/secret-identity", "standing/friends-or-family")}.get(
            option, ("direction", "background")
        )
        return self.play(
            "take_milestone",
            who="outage",
            goal=goal,
            option=option,
            responses=dict.fromkeys(answers, "no"),
            dice={f"{option}/1": [37]},
        )

    def milestones(self) -> list[str]:
        return [choice.picked[0] for choice in self.sheet("outage").choices.values() if choice.of == "milestone"]


class Stepping(Capes):
    """A table that plays with sixteen steps. Outage may take many."""

    def __init__(self, grants: int = 16, growth: str = "sixteen steps", needed: int = 10, **stats: int) -> None:
        super().__init__(growth=growth, steps_before_the_moment=needed)
        self.play("create", name="outage", handle="outage", owners=["ana"], stats={"social": 2, **stats})
        for _ in range(grants if growth == "sixteen steps" else 0):
            self.play("grant_steps", who=["outage"])

    def step(
        self,
        number: int,
        responses: dict[str, str] | None = None,
        *,
        dice: dict[str, list[int]] | None = None,
        skill: str = "",
        follower: str = "",
        pool: str = "",
        affliction: str = "",
        opposition: tuple[str, ...] = (),
    ) -> int:
        return self.play(
            "take_step",
            who="outage",
            step=number,
            responses=responses,
            dice=dice,
            skill=skill,
            follower=follower,
            pool=pool,
            affliction=affliction,
            opposition=list(opposition),
        )

    def steps(self) -> set[str]:
        return {choice.picked[0] for choice in self.sheet("outage").choices.values() if choice.of == "step"}

    def stand(self, *facts: str, good: bool = True) -> None:
        for fact in facts:
            self.play("set_standing", who="outage", fact=fact, good=good)

    def ten(self) -> None:
        """Ten steps that ask for little."""
        self.stand("secret-identity", "civilian-life", "family", good=False)
        for number in (5, 6, 7, 8, 9, 10, 11, 12, 14, 15):
            self.step(number)

    def goal(self, goal: str = "care") -> None:
        self.play("set_goal", who="outage", goal=goal)


def circle(table: Capes, who: str = "outage") -> dict[str, str]:
    """A cape's followers by type, with their states."""
    links = [link.to for link in table.sheet(who).links.values() if link.kind == "circle"]
    return {f.of: f.state for to in links for f in table.group(to).followers.values()}
