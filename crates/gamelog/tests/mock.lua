-- The part of the game's Lua interface that the probe uses, with floors from a file. For tests:
--   lua5.3 mock.lua ../../../mods/basement-lab-probe/main.lua floors.lua
-- floors.lua returns a list of tables, each with a floor's fields under the game's names. What the
-- probe writes goes to standard output as lines of the log.

local probe, floors = arg[1], dofile(arg[2])
local floor
local callbacks = {}

ModCallbacks = { MC_POST_NEW_LEVEL = 18 }
Isaac = {
    DebugString = function(text)
        io.write("[INFO] - Lua Debug: ", text, "\n")
    end,
}

function RegisterMod(name, version)
    assert(name == "Basement Lab Probe" and version == 1)
    return {
        AddCallback = function(_, id, callback)
            callbacks[#callbacks + 1] = { id = id, callback = callback }
        end,
    }
end

local function checked(self, expected)
    assert(self == expected, "a method is called without its object")
end

function Game()
    local level, seeds, list, game = {}, {}, { Size = #floor.rooms }, { Difficulty = floor.difficulty }
    function list:Get(index)
        checked(self, list)
        assert(math.type(index) == "integer" and index >= 0 and index < list.Size)
        return floor.rooms[index + 1]
    end
    function level:GetStage() checked(self, level) return floor.stage end
    function level:GetStageType() checked(self, level) return floor.stage_type end
    function level:GetCurses() checked(self, level) return floor.curses end
    function level:GetStartingRoomIndex() checked(self, level) return floor.start end
    function level:GetRooms() checked(self, level) return list end
    function seeds:GetStartSeedString() checked(self, seeds) return floor.run end
    function seeds:GetStageSeed(stage)
        checked(self, seeds)
        return assert(floor.seeds[stage], "no such stage")
    end
    function game:GetLevel() checked(self, game) return level end
    function game:GetSeeds() checked(self, game) return seeds end
    return game
end

local chunk = assert(loadfile(probe))
chunk()
assert(#callbacks == 1 and callbacks[1].id == ModCallbacks.MC_POST_NEW_LEVEL)

for _, next_floor in ipairs(floors) do
    floor = next_floor
    -- Before Repentance the globals that name the game do not exist.
    REPENTANCE = floor.game ~= "afterbirth-plus" or nil
    REPENTANCE_PLUS = floor.game == "repentance-plus" or nil
    callbacks[1].callback()
end
