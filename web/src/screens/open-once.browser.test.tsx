import { type MouseEvent, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { openOnce } from "../ui/overlay/open-once.ts";
import { Popover } from "../ui/overlay/popover.tsx";
import { TextLink } from "../ui/text-link.tsx";
import "../ui/theme.css";

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

test("a double click on what opens a popover leaves it open; a later click closes it", async () => {
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

test("the second click of the double click that opened a dialog does not close it", async () => {
  await render(<Opener />);
  await page.getByRole("button", { name: "Open" }).dblClick();
  await expect.element(page.getByRole("dialog", { name: "Opened" })).toBeVisible();
});

test("a link to another tab is followed once, and a button that opens nothing counts each click", async () => {
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
