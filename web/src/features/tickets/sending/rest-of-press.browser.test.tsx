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

/** Each press shows the next item, whose button replaces the last one's; another button is far away. */
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

test("a slow double or triple click presses nothing that appeared meanwhile", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 350;
  await press("Send 2");
  now += 350;
  await press("Send 2");
  expect(pressed).toEqual(["1"]);
});

test("a press counts a second later, or at once after the pointer has moved", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 1_001;
  await press("Send 2");
  expect(pressed).toEqual(["1", "2"]);
  now += 20;
  await press("Other");
  // It appeared by that press elsewhere.
  now += 20;
  await press("Send 4");
  expect(pressed).toEqual(["1", "2", "other", "4"]);
});

test("keys count at once, and an item that no press brought blocks none", async () => {
  await render(<Next />);
  await press("Send 1");
  now += 100;
  page.getByRole("button", { name: "Send 2" }).element().focus();
  await userEvent.keyboard("{Enter}");
  expect(pressed).toEqual(["1", "2"]);
  // Long after any press, as by a key.
  now += 5_000;
  ignoreRestOfPress();
  await press("Send 3");
  expect(pressed).toEqual(["1", "2", "3"]);
});
