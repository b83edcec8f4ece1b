-- Writes one line of JSON to the game's log for each new floor. `basement-lab log` reads it.
-- The format is that of `ProbedFloor` in crates/gamelog/src/probe.rs.

local mod = RegisterMod("Basement Lab Probe", 1)

-- The game's name, from the globals that it sets.
local function game_name()
    if REPENTANCE_PLUS then
        return "repentance-plus"
    end
    return REPENTANCE and "repentance" or "afterbirth-plus"
end

-- A room's numbers, in the order of `ProbedRoom`.
local function room_line(room)
    local data = room.Data
    return string.format(
        "[%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d]",
        room.GridIndex, room.SafeGridIndex, data.Type, data.Variant, data.Subtype, data.Shape, data.Doors,
        data.StageID, room.DecorationSeed, room.SpawnSeed, room.AwardSeed
    )
end

local function floor_line()
    local game = Game()
    local level, seeds = game:GetLevel(), game:GetSeeds()
    local stage, stage_type = level:GetStage(), level:GetStageType()
    -- Since Repentance, the alternative chapters use the seed of the next stage. Other chapters,
    -- and earlier games, use the seed of their own stage.
    local of = stage_type >= 4 and stage + 1 or stage
    local list, rooms = level:GetRooms(), {}
    for index = 0, list.Size - 1 do
        local room = list:Get(index)
        -- Rooms off the grid, such as devil rooms, have negative indices.
        if room and room.Data and room.GridIndex >= 0 then
            rooms[#rooms + 1] = room_line(room)
        end
    end
    return string.format(
        '{"probe":1,"game":"%s","run":"%s","stage":%d,"type":%d,"seed":%d,"difficulty":%d,"curses":%d,"start":%d,"rooms":[%s]}',
        game_name(), seeds:GetStartSeedString(), stage, stage_type, seeds:GetStageSeed(of), game.Difficulty,
        level:GetCurses(), level:GetStartingRoomIndex(), table.concat(rooms, ",")
    )
end

mod:AddCallback(ModCallbacks.MC_POST_NEW_LEVEL, function()
    Isaac.DebugString("basement-lab-probe " .. floor_line())
end)
