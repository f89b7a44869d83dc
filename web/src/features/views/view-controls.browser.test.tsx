import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import { Toaster } from "../../ui/overlay/toaster.tsx";
import "../../ui/theme.css";
import { ViewControls, type ViewControlsProps } from "./view-controls.tsx";

/** Shows the controls of a list whose URL names a view. */
async function show(absence: Pick<ViewControlsProps, "isGone" | "isUnknown">) {
  fakeServer();
  const onForget = vi.fn<() => void>();
  const noop = () => undefined;
  const controls = (
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ViewControls
        {...{ view: null, isChanged: false, canSave: false, filter: {}, onForget, ...absence }}
        onOpen={noop}
        onDiscard={noop}
      />
      <Toaster />
    </QueryClientProvider>
  );
  const screen = await render(controls);
  await screen.rerender(controls);
  return { onForget, toast: page.getByRole("list", { name: "Just now" }).getByRole("listitem") };
}

test("a view already deleted when opened is reported once and removed from the URL", async () => {
  const { onForget, toast } = await show({ isGone: false, isUnknown: true });
  await expect.element(toast).toMatchTextContent(/This view was deleted, or is not shared with you/);
  await expect.element(toast).toMatchTextContent(/The list shows tickets without it/);
  expect(onForget).toHaveBeenCalledOnce();
});

test("a view deleted while open is reported, and its list stays", async () => {
  const { onForget, toast } = await show({ isGone: true, isUnknown: false });
  await expect.element(toast).toMatchTextContent(/The list stays as it is. Save it as a view to keep it/);
  expect(onForget).not.toHaveBeenCalled();
});
