import { presenceLimits } from "@deskhand/contract/desk/presence";
import { beforeEach, expect, test } from "vitest";
import { ownPlaces } from "./own-places.ts";

const { hiddenMs, writingMs } = presenceLimits;
const looking = (ticketId: string) => ({ ticketId, doing: "looking" });

let own: ReturnType<typeof ownPlaces>;
beforeEach(() => {
  own = ownPlaces();
});

test("one looks at the ticket that was opened last, for as long as it is open", () => {
  expect(own.at(0)).toEqual([]);
  const leaveFirst = own.look("1");
  const leaveSecond = own.look("2");
  expect(own.at(0)).toEqual([looking("2")]);
  leaveSecond();
  leaveSecond();
  expect(own.at(0)).toEqual([looking("1")]);
  leaveFirst();
  expect([own.at(0), own.isOpen("1")]).toEqual([[], false]);
});

test("a tab that is hidden looks on for a moment, and again at once when it is seen", () => {
  own.look("1");
  own.setHidden(true, 1_000);
  own.setHidden(true, 2_000);
  expect(own.at(1_000 + hiddenMs - 1)).toEqual([looking("1")]);
  expect(own.at(1_000 + hiddenMs)).toEqual([]);
  own.setHidden(false, 90_000);
  expect(own.at(90_000)).toEqual([looking("1")]);
});

test("writing ends some seconds after the last key, and with the text or its field", () => {
  own.look("1");
  const field = { value: "Dear", isConnected: true };
  own.write("1", field, 0);
  own.write("1", field, 1_000);
  expect(own.at(1_000 + writingMs - 1)).toEqual([{ ticketId: "1", doing: "writing" }]);
  expect(own.at(1_000 + writingMs)).toEqual([looking("1")]);
  own.write("1", field, 20_000);
  field.value = " \n";
  expect(own.at(20_000)).toEqual([looking("1")]);
  own.write("1", { value: "Dear", isConnected: false }, 20_000);
  expect(own.at(20_000)).toEqual([looking("1")]);
});

test("one does not write at a ticket that one has left", () => {
  const leave = own.look("1");
  own.write("1", { value: "Dear", isConnected: true }, 0);
  leave();
  own.look("2");
  expect(own.at(0)).toEqual([looking("2")]);
});

test("a reply that can still be undone is being sent, wherever one is and whether the tab is seen or not", () => {
  own.look("1");
  const ends = [own.send("1"), own.send("2"), own.send("2")];
  own.setHidden(true, 0);
  expect(own.at(60_000)).toEqual([
    { ticketId: "1", doing: "sending" },
    { ticketId: "2", doing: "sending" },
  ]);
  ends[1]?.();
  ends[1]?.();
  expect(own.at(60_000)).toContainEqual({ ticketId: "2", doing: "sending" });
  ends[2]?.();
  ends[0]?.();
  expect(own.at(60_000)).toEqual([]);
  for (let index = 0; index < 20; index += 1) own.send(`t${index}`);
  expect(own.at(60_000)).toHaveLength(presenceLimits.places);
});
