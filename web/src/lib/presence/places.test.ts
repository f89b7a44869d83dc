import { type Doing, presenceLimits } from "@deskhand/contract/desk/presence";
import { beforeEach, expect, test, vi } from "vitest";
import { colleaguesAt, ownPlaces } from "./presence.ts";

const { hiddenMs, writingMs } = presenceLimits;
const looking = (ticketId: string) => ({ ticketId, doing: "looking" });

let own: ReturnType<typeof ownPlaces>;
beforeEach(() => {
  own = ownPlaces();
});

test("the user is at the ticket opened last, while it is open", () => {
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

test("a hidden tab counts for a moment more, and again once visible", () => {
  own.look("1");
  own.setHidden(true, 1_000);
  own.setHidden(true, 2_000);
  expect(own.at(1_000 + hiddenMs - 1)).toEqual([looking("1")]);
  expect(own.at(1_000 + hiddenMs)).toEqual([]);
  own.setHidden(false, 90_000);
  expect(own.at(90_000)).toEqual([looking("1")]);
});

test("writing ends some seconds after the last key, or with the text or its field", () => {
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

test("nobody writes at a ticket they have left", () => {
  const leave = own.look("1");
  own.write("1", { value: "Dear", isConnected: true }, 0);
  leave();
  own.look("2");
  expect(own.at(0)).toEqual([looking("2")]);
});

test("a reply in its undo period counts as being sent, wherever the user is", () => {
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

const at = (ticketId: string, doing: Doing = "looking") => ({ ticketId, doing });
const news = (userId: string, ...places: ReturnType<typeof at>[]) => ({
  people: [{ userId, at: places }],
  isAll: false,
});

let places: ReturnType<typeof colleaguesAt>;
beforeEach(() => {
  places = colleaguesAt();
});

test("colleagues come to tickets, move on and leave", () => {
  places.take(news("ada", at("1")));
  places.take(news("ben", at("1", "writing")));
  expect(places.at("1")).toEqual([
    { userId: "ben", doing: "writing" },
    { userId: "ada", doing: "looking" },
  ]);
  places.take(news("ben", at("2")));
  expect(places.at("1")).toEqual([{ userId: "ada", doing: "looking" }]);
  expect(places.at("2")).toEqual([{ userId: "ben", doing: "looking" }]);
  places.take(news("ada"));
  expect(places.at("1")).toEqual([]);
});

test("somebody missing from a full list is gone, and after a clear nobody is there", () => {
  places.take(news("ada", at("1")));
  places.take({ people: [{ userId: "ben", at: [at("2")] }], isAll: true });
  expect([places.at("1"), places.at("2")]).toEqual([[], [{ userId: "ben", doing: "looking" }]]);
  places.clear();
  expect(places.at("2")).toEqual([]);
});

test("a ticket without changes keeps its list object, and causes no notification", () => {
  const listener = vi.fn();
  places.subscribe(listener);
  places.take(news("ada", at("1"), at("2")));
  const [one, two] = [places.at("1"), places.at("2")];
  places.take(news("ada", at("2"), at("1")));
  places.take({ people: [{ userId: "ada", at: [at("1"), at("2")] }], isAll: true });
  expect(listener).toHaveBeenCalledTimes(1);
  places.take(news("ada", at("1", "writing"), at("2")));
  expect(places.at("1")).not.toBe(one);
  expect(places.at("2")).toBe(two);
  expect(places.at("3")).toBe(places.at("4"));
});
