import { expect, test } from "vitest";
import { customerLabel } from "./customer-label.ts";

const id = "01938a1c-0000-7000-8000-00009f31c2aa";

test("a label is the name, else the e-mail, else the id's end", () => {
  expect(customerLabel({ customerId: id, customer: { id, name: "Ines", email: "i@d.example" } })).toBe("Ines");
  expect(customerLabel({ customerId: id, customer: { id, name: "  ", email: "i@d.example" } })).toBe("i@d.example");
  expect(customerLabel({ customerId: id, customer: { id, name: null, email: "i@xn--mnchen-3ya.example" } })).toBe(
    "i@münchen.example",
  );
  expect(customerLabel({ customerId: id, customer: { id, name: null, email: null } })).toBe("Customer #9f31c2aa");
  expect(customerLabel({ customerId: id, customer: null })).toBe("Customer #9f31c2aa");
  expect(customerLabel({ customerId: null, customer: null })).toBe("No customer");
});
