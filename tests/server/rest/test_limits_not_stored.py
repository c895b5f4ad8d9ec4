"""A limit that the store did not take is not passed off as one that lasts."""

from pathlib import Path

from punto.server.people.identity import Role
from punto.server.people.limits.protection import PROTECTION, ProtectionDesk
from punto.server.store.failures import StoreIsLost
from tests.server.rest.small_floor import SmallFloor, on_a_floor


def test_a_patron_is_told_when_an_exclusion_is_not_stored(tmp_path: Path) -> None:
    async def test(floor: SmallFloor) -> None:
        ann, keep_record = await floor.client(Role.PATRON), floor.store.keep_record

        async def lost(kind: str, name: str, body: bytes, version: int | None = None) -> int:
            if kind == PROTECTION:
                raise StoreIsLost
            return await keep_record(kind, name, body, version)

        floor.store.keep_record = lost  # type: ignore[method-assign]
        reply = await ann.ask("POST", "/api/me/self-exclusion", {"days": 180})
        assert (reply.status, reply.body["name"]) == (503, "limits_are_not_stored")
        assert floor.protection.why_not(ann.id, floor.now) == "self_excluded"  # whoever stops, stops now
        assert await floor.store.record(PROTECTION, ann.id) is None

        floor.store.keep_record = keep_record  # type: ignore[method-assign]
        await floor.protection.store_again()
        restarted = await ProtectionDesk.open(floor.store, floor.clock, floor.config)
        assert restarted.limits(ann.id) == floor.protection.limits(ann.id)

    on_a_floor(tmp_path, test)
