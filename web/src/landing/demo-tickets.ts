/** A ticket of the demonstration on the landing page; nobody in it exists. */
export interface DemoTicket {
  id: string;
  subject: string;
  status: "open" | "Open" | "In Progress" | "Resolved";
  priority: "high" | "High" | "Medium" | "Low";
  customer: string;
  order: string;
  time: string;
  from: string;
  /** What the customer wrote. */
  message: string;
  /** What stands in the composer. */
  answer: string;
  parcel: string;
  since: string;
}

/** The first is the one that is open when the page is. */
export const demoTickets: readonly [DemoTicket, DemoTicket, DemoTicket] = [
  {
    id: "T-1042",
    subject: "Where is my order #1119?",
    status: "open",
    priority: "high",
    customer: "Carolina Moreira",
    order: "#1119 · €249.00 · Paid",
    time: "2 minutes ago",
    from: "carolina.moreira@example.org",
    message:
      "Hello, I ordered the Arc floor lamp on 7 November, and the tracking page has said “in transit” since last week. Could you find out where it is? We have guests on Saturday.",
    answer:
      "Hello Carolina,\n\nGood news: FedEx delivered your lamp this morning in Porto. If it is not at your door, write back and we find it together.",
    parcel: "FedEx 794664121893",
    since: "Since the customer wrote: delivered",
  },
  {
    id: "T-1041",
    subject: "Box arrived completely crushed",
    status: "In Progress",
    priority: "Medium",
    customer: "Jonas Keller",
    order: "#1127 · €89.00 · Paid",
    time: "1 hour ago",
    from: "jonas.keller@example.net",
    message:
      "The carton was open on one side and the glass shade is broken. I have attached two photos. What happens now?",
    answer:
      "Hello Jonas,\n\nI am sorry. A new shade leaves our workshop tomorrow, at no cost. Please keep the box until the carrier has seen your photos.",
    parcel: "DHL, delivered yesterday",
    since: "2 photos attached",
  },
  {
    id: "T-1040",
    subject: "Invoice with our VAT number",
    status: "Resolved",
    priority: "Low",
    customer: "Rachel Steinberg",
    order: "#1125 · €516.00 · Paid",
    time: "yesterday",
    from: "rachel.steinberg@example.org",
    message:
      "We bought four table lamps for our office, but the invoice does not show our VAT number. Can you correct it?",
    answer:
      "Hello Rachel,\n\nHere is the invoice for #1125 with your VAT number. Should your accountant need anything else, just answer this mail.",
    parcel: "UPS, delivered 18 November",
    since: "Answered in 14 minutes",
  },
];
