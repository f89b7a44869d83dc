import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { ResponseEditor } from "./response-editor.tsx";

test("unknown placeholders are reported while writing, and may be saved", async () => {
  fakeServer();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <ResponseEditor response={null} current={undefined} categories={[]} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const content = page.getByRole("textbox", { name: "Content" });
  await page.getByRole("textbox", { name: "Title" }).fill("Greeting");
  await page.getByRole("combobox", { name: "Category" }).fill("General");
  await content.fill("Hi {{custmer.name}}, {{custmer.name}}");
  await expect.element(page.getByText(/^{{custmer.name}} is no placeholder that can be filled in/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Create Response" })).toBeEnabled();
  await content.fill("{{order.nam}} {{x}} {{customer.name}}");
  await expect.element(page.getByText(/^{{order.nam}}, {{x}} are no placeholders/)).toBeVisible();
  await content.fill("Hi {{customer.name}} {{ store.name }}");
  await expect.element(page.getByText(/no placeholder/)).not.toBeInTheDocument();
});
