import { permissionsOf } from "@deskhand/contract/permissions";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { agent, fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { RequireTwoFactor } from "./require-two-factor.tsx";

test("requiring two factors asks first and names who is affected; ending it does not ask", async () => {
  const requests: string[] = [];
  let isRequired = false;
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/me") return Response.json({ user: agent, client: {}, can: permissionsOf.admin });
    if (!pathname.startsWith("/api/two-factor")) return undefined;
    if (request.method === "GET")
      return Response.json({ isOn: true, recoveryCodesLeft: 10, isRequired, hasPassword: true });
    requests.push(await request.text());
    isRequired = !isRequired;
    return Response.json({ isRequired });
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RequireTwoFactor>
        <p>Without it now: Bob</p>
      </RequireTwoFactor>
    </QueryClientProvider>,
  );
  const ask = page.getByRole("switch", { name: /^Ask everybody/ });
  const dialog = page.getByRole("dialog");
  await ask.click();
  await expect.element(dialog).toMatchTextContent("Without it now: Bob");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(ask).not.toBeChecked();
  expect(requests).toEqual([]);
  await ask.click();
  await dialog.getByRole("button", { name: "Ask everybody" }).click();
  await expect.element(ask).toBeChecked();
  await expect.element(dialog).not.toBeInTheDocument();
  await ask.click();
  await expect.element(ask).not.toBeChecked();
  await expect.poll(() => requests).toEqual(['{"isRequired":true}', '{"isRequired":false}']);
});
