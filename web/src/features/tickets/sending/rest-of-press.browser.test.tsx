import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ignoreRestOfPress, watchPresses } from "../../../ui/form/rest-of-press.ts";

const pressed: string[] = [];
let now = 0;
beforeEach(() => {
  pressed.length = 0;
  now += 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  watchPresses();
});

/** Each press has the next one come, whose button lies where the last one's was; another stands far from it. */
function Next() {
  const [number, setNumber] = useState(1);
  const press = (name: string) => () => {
    pressed.push(name);
    setNumber(number + 1);
    ignoreRestOfPress();
  };
  return (
    <>
      <button
        key={number}
        type="button"
        style={{ position: "fixed", left: 300, top: 300 }}
        onClick={press(`${number}`)}
      >
        Send {number}
      </button>
      <button type="button" style={{ position: "fixed", left: 10, top: 10 }} onClick={press("other")}>
        Other
      </button>
    </>
  );
}

const press = (name: string) => page.getByRole("button", { name }).click();

test("a slow double or triple click presses nothing of what came meanwhile", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 350;
  await press("Send 2");
  now += 350;
  await press("Send 2");
  expect(pressed).toEqual(["1"]);
});

test("a second later it counts, and so does a pointer that has moved, at once", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 1_001;
  await press("Send 2");
  expect(pressed).toEqual(["1", "2"]);
  now += 20;
  await press("Other");
  // It came by that press, which is elsewhere.
  now += 20;
  await press("Send 4");
  expect(pressed).toEqual(["1", "2", "other", "4"]);
});

test("keys count at once, and what no press called for hinders none", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 100;
  page.getByRole("button", { name: "Send 2" }).element().focus();
  await userEvent.keyboard("{Enter}");
  expect(pressed).toEqual(["1", "2"]);
  // Long after any press, such as by a key.
  now += 5_000;
  ignoreRestOfPress();
  await press("Send 3");
  expect(pressed).toEqual(["1", "2", "3"]);
});
