import { type MouseEvent, useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { keepFocus, openOnce } from "../ui/overlay/watch-page.ts";
import "../ui/theme.css";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Popover } from "../ui/overlay/popover.tsx";
import { TextLink } from "../ui/text-link.tsx";

keepFocus();

function List() {
  const [isFiltered, setFiltered] = useState(true);
  const [isRead, setRead] = useState(false);
  const [isSent, setSent] = useState(false);
  return (
    <section aria-label="Tickets">
      {isFiltered && (
        <div>
          <button type="button" onClick={() => setFiltered(false)}>
            Clear Filters
          </button>
        </div>
      )}
      <ul>
        <li aria-label="First">
          {!isRead && (
            <button type="button" onClick={() => setRead(true)}>
              Read
            </button>
          )}
          <button type="button" disabled={isSent} onClick={() => setSent(true)}>
            Send
          </button>
        </li>
      </ul>
      <textarea aria-label="Text" />
    </section>
  );
}

function Examples() {
  const [isThere, setThere] = useState(true);
  return isThere ? (
    <button type="button" onClick={() => setThere(false)}>
      Next
    </button>
  ) : (
    <input aria-label="Given" ref={(field) => field?.focus()} />
  );
}

test.each([
  ["is taken away", "Clear Filters", "region", "Tickets"],
  ["is taken away from its row", "Read", "listitem", "First"],
  ["is disabled", "Send", "listitem", "First"],
] as const)("the focus of a button that %s goes to what it stood in", async (_, button, role, home) => {
  await render(<List />);
  await page.getByRole("button", { name: button }).click();
  await expect.element(page.getByRole(role, { name: home })).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => document.activeElement?.localName).toMatch(/^(?:button|textarea)$/);
  expect(document.querySelector("[tabindex]")).toBeNull();
});

test("the focus moves on even if the browser takes it off a disabled button some frames later", async () => {
  await render(<List />);
  const frame = vi.spyOn(window, "requestAnimationFrame");
  const atOnce = (run: FrameRequestCallback) => {
    queueMicrotask(() => run(0));
    return 0;
  };
  frame.mockImplementationOnce(atOnce).mockImplementationOnce(atOnce);
  await page.getByRole("button", { name: "Send" }).click();
  await expect.element(page.getByRole("listitem", { name: "First" })).toHaveFocus();
  frame.mockRestore();
});

test("a focus that left its field on purpose, or was moved by code, stays where it is", async () => {
  const { unmount } = await render(<List />);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.click();
  (text.element() as HTMLElement).blur();
  await page.getByRole("button", { name: "Clear Filters" }).element().remove();
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(document.activeElement).toBe(document.body);
  await unmount();
  await render(<Examples />);
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(page.getByRole("textbox", { name: "Given" })).toHaveFocus();
});

openOnce();

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog size="sm" title="Opened" onClose={() => setOpen(false)}>
          Here
        </Dialog>
      )}
    </>
  );
}

test("a double click on a popover's button leaves it open; a later click closes it", async () => {
  await render(
    <Popover label="Panel" trigger={(props) => <button {...props}>Bell</button>}>
      {() => "Inside"}
    </Popover>,
  );
  const bell = page.getByRole("button", { name: "Bell" });
  await bell.dblClick();
  await expect.element(page.getByText("Inside")).toBeVisible();
  await bell.click();
  await expect.element(page.getByText("Inside")).not.toBeInTheDocument();
});

test("the double click that opens a dialog does not close it", async () => {
  await render(<Opener />);
  await page.getByRole("button", { name: "Open" }).dblClick();
  await expect.element(page.getByRole("dialog", { name: "Opened" })).toBeVisible();
});

test("a double click follows a link to another tab once; a button that opens nothing counts each click", async () => {
  const followed = vi.fn((event: MouseEvent) => event.preventDefault());
  const counted = vi.fn();
  await render(
    <>
      <TextLink href="/there" target="_blank" onClick={followed}>
        There
      </TextLink>
      <button type="button" onClick={counted}>
        More
      </button>
    </>,
  );
  await page.getByRole("link", { name: "There" }).dblClick();
  await page.getByRole("button", { name: "More" }).dblClick();
  expect(followed).toHaveBeenCalledOnce();
  expect(counted).toHaveBeenCalledTimes(2);
});
