import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { isLeavingForLogin, leaveForLogin } from "../../../lib/login-address.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";
import { UnkeptCodesNotice } from "./unkept-codes-notice.tsx";

const key = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

test("the recovery codes show even if the old session is rejected before the new token arrives", async () => {
  const server = fakeServer();
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/two-factor/begin") {
      return Response.json({ key, address: `otpauth://totp/Deskhand:nora?secret=${key}&issuer=Deskhand` });
    }
    if (pathname !== "/api/two-factor/confirm") return undefined;
    // As the live connection does when the server closes it.
    leaveForLogin();
    return Response.json({ recoveryCodes: ["aaaa-bbbb-cccc", "dddd-eeee-ffff"] });
  };
  const onDone = vi.fn();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <SetUpTwoFactor email="nora@shop.example" asks={null} doneText="Go on" onDone={onDone} />
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.element(page.getByText("JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill("123456");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect.element(page.getByText("dddd-eeee-ffff")).toBeVisible();
  expect(isLeavingForLogin()).toBe(false);
  await page.getByRole("button", { name: "Go on" }).click();
  expect(onDone).toHaveBeenCalledOnce();
});

test("after a reload on the recovery codes, a notice asks whether they were kept until confirmed", async () => {
  fakeServer();
  const notice = () => page.getByText("Did you keep your recovery codes?");
  const open = (what: ReactNode) =>
    render(<QueryClientProvider client={createQueryClient(() => undefined)}>{what}</QueryClientProvider>);
  const codes = (
    <RecoveryCodes email="nora@shop.example" codes={["aaaa-bbbb-cccc"]} leaveText="Go on" onLeave={() => undefined} />
  );
  const screen = await open(codes);
  await expect.element(page.getByText("aaaa-bbbb-cccc")).toBeVisible();
  await screen.unmount();
  const later = await open(<UnkeptCodesNotice />);
  await expect.element(notice()).toBeVisible();
  await page.getByRole("button", { name: "I have them" }).click();
  await expect.element(notice()).not.toBeInTheDocument();
  await later.unmount();
  const again = await open(codes);
  await page.getByRole("button", { name: "Go on" }).click();
  await again.unmount();
  await open(
    <>
      <UnkeptCodesNotice />
      Nothing else
    </>,
  );
  await expect.element(page.getByText("Nothing else")).toBeVisible();
  expect(notice().elements()).toEqual([]);
});
