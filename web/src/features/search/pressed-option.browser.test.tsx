import { useState } from "react";
import { expect, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import { render } from "vitest-browser-react";
import "../../ui/theme.css";
import { ComboboxList, useCombobox } from "../../ui/form/combobox.tsx";

const onChoose = vi.fn();
const logout = { heading: "Commands", options: [{ id: "Logout" }] };
const tickets = { heading: "Tickets", options: [{ id: "Lamp" }, { id: "Kettle" }] };

/** A palette whose tickets arrive when its button is pressed. */
function Palette() {
  const [groups, setGroups] = useState([logout]);
  const { inputProps, parts } = useCombobox({
    label: "Search",
    text: "out",
    onText: () => undefined,
    groups,
    isAlwaysOpen: true,
    onChoose: ({ id }) => onChoose(id),
  });
  return (
    <>
      <button type="button" onClick={() => setGroups([tickets, logout])}>
        Results come
      </button>
      <input {...inputProps} />
      <ComboboxList parts={parts} label="Results" renderOption={({ id }) => id} />
    </>
  );
}

/** Moves, presses and releases the mouse at an element's place, whose content may change in between. */
async function mouseOver(element: Element) {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const scale = frame.width / innerWidth;
  const { left, top } = element.getBoundingClientRect();
  const at = { x: frame.left + (left + 5) * scale, y: frame.top + (top + 5) * scale };
  const send = (type: "mouseMoved" | "mousePressed" | "mouseReleased", button: "none" | "left") =>
    cdp().send("Input.dispatchMouseEvent", { ...at, type, button, clickCount: 1 });
  await send("mouseMoved", "none");
  return { press: () => send("mousePressed", "left"), release: () => send("mouseReleased", "left") };
}

test("results that arrive between press and release do not replace the pressed option", async () => {
  await render(<Palette />);
  const mouse = await mouseOver(page.getByRole("option", { name: "Logout" }).element());
  await mouse.press();
  page
    .getByRole("button", { name: "Results come" })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await mouse.release();
  await expect.poll(() => onChoose.mock.calls).toEqual([["Logout"]]);
  await expect.element(page.getByRole("option", { name: "Lamp" })).toBeVisible();
});
