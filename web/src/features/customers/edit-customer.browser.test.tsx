import type { CustomerDetail } from "@deskhand/contract/customers";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../lib/api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { earlyFrames } from "../../testing/stop-clock.ts";
import "../../ui/theme.css";
import { EditCustomerForm } from "./edit-customer-form.tsx";

const ann: CustomerDetail = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "Ann",
  email: "ann@a.example",
  phone: null,
  shopifyCustomerId: null,
  totalOrders: 0,
  totalSpent: "0.00",
  lastOrderAt: null,
  currency: "USD",
  createdAt: "2026-03-02T10:00:00.000Z",
  ticketCount: 0,
  orderCount: 0,
  addresses: ["ann@a.example"],
  joined: [],
};

/** Opens the form as the dialog does, before a server with one customer. */
async function openForm() {
  const server = fakeServer();
  server.customers.push({ ...ann });
  const calls = { open: vi.fn(), done: vi.fn() };
  const cache = createQueryClient(() => undefined);
  await render(
    <QueryClientProvider client={cache}>
      <Form {...calls} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText("Full Name")).toHaveFocus();
  return {
    ...calls,
    customer: server.customers[0] as CustomerDetail,
    refuse: (refused: ReturnType<typeof refusal>) => {
      server.beforeCustomer = () => {
        server.beforeCustomer = () => undefined;
        throw refused;
      };
    },
    name: page.getByLabelText("Full Name"),
    email: page.getByRole("textbox", { name: "Email Address" }),
    phone: page.getByLabelText("Phone"),
    save: page.getByRole("button", { name: "Save Changes" }),
  };
}

function Form({ open, done }: { open: () => void; done: () => void }) {
  const { data } = useQuery(api.customers.get.queryOptions({ input: { id: ann.id } }));
  return data === undefined ? null : <EditCustomerForm customer={data} onOpenCustomer={open} onDone={done} />;
}

/** The form, and the button that opens it. */
function Customer() {
  const [isEditing, setEditing] = useState(true);
  if (isEditing) return <EditCustomerForm customer={ann} onOpenCustomer={vi.fn()} onDone={() => setEditing(false)} />;
  return (
    <button type="button" data-edit-customer>
      Edit
    </button>
  );
}

test("after saving, the button that opened the form has the focus again", async () => {
  fakeServer().customers.push({ ...ann });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Customer />
    </QueryClientProvider>,
  );
  await page.getByLabelText("Phone").fill("1");
  earlyFrames();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Edit" })).toHaveFocus();
});

test("sends only changed fields, and nothing without changes", async () => {
  const form = await openForm();
  await form.save.click();
  await expect.poll(() => form.done).toHaveBeenCalledTimes(1);
  await form.phone.fill(" 1 ");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => form.done).toHaveBeenCalledTimes(2);
  expect(form.customer).toMatchObject({ name: "Ann", email: "ann@a.example", phone: "1" });
});

test("a missing or taken address is reported at its field, which gets the focus", async () => {
  const form = await openForm();
  await form.email.fill(" ");
  await form.save.click();
  await expect.element(form.email).toHaveAccessibleDescription("Customer email is required");
  await expect.element(form.email).toHaveFocus();
  form.refuse(refusal("customer_email_taken", { customerId: "theirs" }));
  await form.email.fill("bo@b.example");
  await form.save.click();
  await expect.element(form.email).toHaveAccessibleDescription("Another customer has this email address");
  await page.getByRole("button", { name: "Open that customer" }).click();
  await expect.poll(() => form.open).toHaveBeenCalledWith("theirs");
  await form.email.fill("bo2@b.example");
  await expect.element(page.getByRole("button", { name: "Open that customer" })).not.toBeInTheDocument();
});

test.each([
  ["Save mine anyway", "Mine"],
  ["Take theirs", "Theirs"],
])("where a colleague was first, nothing is written over unseen: %s", async (choice, name) => {
  const form = await openForm();
  await form.name.fill("Mine");
  form.customer.name = "Theirs";
  form.refuse(refusal("customer_changed_meanwhile", { field: "name", value: "Theirs" }));
  await form.save.click();
  await expect.element(page.getByText("The name is Theirs now.")).toBeVisible();
  await page.getByRole("button", { name: choice }).click();
  if (choice === "Take theirs") {
    await expect.element(form.name).toHaveValue("Theirs");
    await form.save.click();
  }
  await expect.poll(() => form.done).toHaveBeenCalled();
  expect(form.customer.name).toBe(name);
});
