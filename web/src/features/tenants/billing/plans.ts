import { type Plan, planNames } from "@deskhand/contract/admin/billing";

/** A plan as its card shows it. */
export interface PlanCard {
  id: Plan;
  title: string;
  price: string;
  period: string;
  description: string;
  /** The label on its corner. */
  mark: string;
  button: string;
  features: readonly string[];
  popular: boolean;
  isLifetime: boolean;
}

export const plans: readonly PlanCard[] = [
  {
    id: "monthly",
    title: planNames.monthly,
    price: "$12",
    period: "per month",
    description: "Billed monthly, cancel anytime",
    mark: "Most Popular",
    button: "Start Free Trial",
    features: [
      "Unlimited tickets",
      "Email-to-ticket",
      "Store order integration",
      "Customer history",
      "Real-time notifications",
      "Team collaboration",
      "Custom email templates",
      "Advanced analytics",
      "Priority 24/7 support",
      "Custom branding",
    ],
    popular: true,
    isLifetime: false,
  },
  {
    id: "lifetime",
    title: planNames.lifetime,
    price: "$100",
    period: "one-time",
    description: "Pay once, use forever",
    mark: "Best Value",
    button: "Get Lifetime Access",
    features: [
      "Everything in monthly",
      "Lifetime updates",
      "No recurring fees",
      "Unlimited team members",
      "Unlimited stores/clients",
      "API access",
      "White-label",
      "Custom integrations",
      "VIP support",
      "Early access",
    ],
    popular: false,
    isLifetime: true,
  },
];

/** Features included in every plan. */
export const included: readonly { title: string; text: string }[] = [
  { title: "99.9% uptime", text: "All plans" },
  { title: "Email-to-ticket", text: "Customer emails become tickets by themselves" },
  { title: "Store orders", text: "Orders and parcels beside each ticket" },
  { title: "Team collaboration", text: "Notes, assignments and who does what" },
  { title: "Real-time notifications", text: "New tickets and replies at once" },
  { title: "Custom branding", text: "Your logo, colors and signature in every reply" },
];

export const questions: readonly { question: string; answer: string }[] = [
  { question: "Is there a free trial?", answer: "Yes: 14 days, and no card is required." },
  {
    question: "Can I upgrade from monthly to lifetime?",
    answer: "Yes. The monthly payments you already made are credited.",
  },
  {
    question: "Which payment methods are accepted?",
    answer: "Cards and an online wallet; bank transfer for lifetime plans.",
  },
];
