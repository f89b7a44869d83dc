import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { agent, fakeServer } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { emptyDraft } from "./ticket-draft.ts";
import { TicketForm } from "./ticket-form.tsx";

/** The recipients of a line as shown, with their marks. */
const recipientsIn = (line: string) =>
  page
    .getByRole("list", { name: line, exact: true })
    .getByRole("listitem")
    .elements()
    .map((item) => [...item.querySelectorAll("bdi, .sr-only")].map(({ textContent }) => textContent).join(", "));

test("a new ticket's copies carry a reply's marks: new to the store, undeliverable, known by name", async () => {
  const { people } = fakeServer();
  const copies = ["bo", "cy", "di"].map((name) => ({ email: `${name}@x.example`, name: name.toUpperCase() }));
  const posers = ["Ines Roth", agent.name].map((name, nth) => ({ email: `poser${nth}@evil.example`, name }));
  const [bo, cy, di] = copies.map(({ email }) => email);
  Object.assign(people, { isNew: (email: string) => email === bo, failed: [cy], namesakes: [di] });
  const ines = { email: "ines@roth.example", name: "Ines Roth", isNewCustomer: true, mailCustomer: true };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <TicketForm
        draft={{ ...emptyDraft, ...ines, cc: copies, bcc: posers }}
        customer={undefined}
        faults={{}}
        isReadOnly={false}
        onChange={vi.fn()}
      />
    </QueryClientProvider>,
  );
  await expect
    .poll(() => recipientsIn("Cc"))
    .toEqual(["BO <bo@x.example>, New to this store", "CY <cy@x.example>, Last mail bounced", "DI <di@x.example>"]);
  await expect
    .poll(() => recipientsIn("Bcc"))
    .toEqual(["Ines Roth <poser0@evil.example>", `${agent.name} <poser1@evil.example>`]);
});

test("a new ticket can be given to a team; one that was deleted meanwhile says so", async () => {
  fakeServer().teams.push({
    id: "66666666-6666-4666-8666-666666666666",
    name: "Returns",
    memberIds: [],
    givesOut: false,
    openLimit: null,
    tellAfterMinutes: null,
    version: 1,
  });
  const onChange = vi.fn();
  const props = { customer: undefined, faults: {}, isReadOnly: false, onChange };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <TicketForm {...props} draft={{ ...emptyDraft, teamId: crypto.randomUUID() }} />
    </QueryClientProvider>,
  );
  const field = page.getByRole("combobox", { name: "Team" });
  await expect.element(field).toMatchTextContent("A deleted team");
  await field.selectOptions("Returns");
  expect(onChange).toHaveBeenCalledWith({ teamId: "66666666-6666-4666-8666-666666666666" });
});
