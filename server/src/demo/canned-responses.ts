import type { CannedResponseInput } from "@deskhand/contract/canned-responses";

/** What the demo store's team has written for itself, beside the built-in templates. */
export const demoResponses: CannedResponseInput[] = [
  {
    title: "Shade arrived broken",
    category: "Returns & Refunds",
    tags: ["damage", "replacement"],
    content: `Hi {{customer.first_name}},

I am so sorry that your lamp did not arrive in one piece. A new shade goes out to you tomorrow, free of charge; you need not send the broken one back.

Could you send us a photo of the box, so that we can take it up with {{tracking.carrier}}?

Best regards,
{{agent.name}}`,
  },
  {
    title: "Which bulb fits?",
    category: "Product Support",
    tags: ["bulb", "E27"],
    content: `Hi {{customer.first_name}},

All our table and floor lamps take an E27 bulb of at most 60 W. We recommend an LED of 8 W with 2700 K: warm, and cool to the touch.

Best regards,
{{agent.name}}`,
  },
  {
    title: "Washing our throws",
    category: "Product Support",
    tags: ["wool", "care"],
    content: `Hi {{customer.first_name}},

Wash the throw by hand in cold water with a little wool detergent, press the water out without wringing, and dry it flat. Please no tumble dryer: it would felt.

Best regards,
{{agent.name}}`,
  },
  {
    title: "Invoice attached",
    category: "Billing",
    tags: ["invoice", "VAT"],
    content: `Hi {{customer.first_name}},

Please find the invoice of your order {{order.name}} of {{order.date}} attached, with VAT shown separately. The total is {{order.total}}.

Best regards,
{{agent.name}}`,
  },
];
