"""One guest at a table with two bots, through the server's own doors."""

from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from app.wire.closing import CloseCode
from app.wire.notices import Maintenance
from tests.stories.player import Player
from tests.stories.server import running


async def test_a_guest_plays_a_hand_to_its_end(tmp_path: Path) -> None:
    async with running(f"sqlite:///{tmp_path}/test.sqlite3") as address:
        player = await Player.sign_in(address, "阿明")
        async with player:
            await player.find_seat()
            settled = await player.play_hand()
            assert sum(settled.moved) + settled.penalty == 0


async def test_a_stop_is_announced_before_the_sockets_close(tmp_path: Path) -> None:
    async with running(f"sqlite:///{tmp_path}/test.sqlite3") as address:
        player = await Player.sign_in(address)
        await player.connect()
    assert (await player.until(Maintenance)).seconds == 0
    with pytest.raises(ConnectionClosed) as closed:
        await player.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == CloseCode.RESTART
    await player.close()
