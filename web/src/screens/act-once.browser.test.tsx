import { type FormEvent, useState } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "../ui/button.tsx";
import { watchPresses } from "../ui/form/rest-of-press.ts";
import { DangerDialog } from "../ui/overlay/dialog.tsx";
import "../ui/theme.css";

watchPresses();

test("a double click on a button acts once, even if the first click is answered at once, and a later click counts", async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  await render(
    <>
      <Button busy={false} onClick={onClick}>
        Act
      </Button>
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={false}>
          Submit
        </Button>
      </form>
      <Button onClick={onClick}>Step</Button>
    </>,
  );
  await page.getByRole("button", { name: "Act" }).dblClick();
  expect(onClick).toHaveBeenCalledOnce();
  await page.getByRole("button", { name: "Act" }).click();
  expect(onClick).toHaveBeenCalledTimes(2);
  await page.getByRole("button", { name: "Submit" }).dblClick();
  expect(onSubmit).toHaveBeenCalledOnce();
  await page.getByRole("button", { name: "Step" }).dblClick();
  expect(onClick).toHaveBeenCalledTimes(4);
});

function Question({ onBeneath }: { onBeneath: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" aria-label="Beneath" className="fixed inset-0" onClick={onBeneath} />
      {isOpen && (
        <DangerDialog
          title="Delete it?"
          confirmText="Delete"
          busyText="Deleting..."
          isBusy={false}
          onConfirm={() => setOpen(false)}
          onClose={() => setOpen(false)}
        >
          It is gone then.
        </DangerDialog>
      )}
    </>
  );
}

test("after a double click closes a dialog, its second click presses nothing beneath", async () => {
  const beneath = vi.fn();
  await render(<Question onBeneath={beneath} />);
  await page.getByRole("button", { name: "Delete" }).dblClick();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(beneath).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Beneath" }).click();
  expect(beneath).toHaveBeenCalledOnce();
});
