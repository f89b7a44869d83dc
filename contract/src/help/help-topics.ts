import type { HelpCategoryId, VideoId } from "./help-ids.ts";

/** The categories and videos of the help center. Free of zod, so that the screen need not load it. */

type HelpCategory = { name: string; description: string };

/** The categories of the help center, in order (docs/product.md#help-center). */
export const helpCategories: Record<HelpCategoryId, HelpCategory> = {
  "getting-started": {
    name: "Getting Started",
    description: "A first look around, and the first hour with Deskhand",
  },
  "email-integration": {
    name: "Email Integration",
    description: "Forward your mail, send from your own address, and follow what arrives",
  },
  integrations: {
    name: "Shopify Integration",
    description: "Connect your store, keep its orders in step, and find them beside each ticket",
  },
  "ticket-management": {
    name: "Ticket Management",
    description: "Answer, sort, search and close what your customers ask",
  },
  "user-management": {
    name: "Team & Users",
    description: "Invite colleagues, choose their roles, and see who did what",
  },
  security: {
    name: "Security & Settings",
    description: "Passwords, two-factor authentication, passkeys and your own settings",
  },
};

type Video = {
  title: string;
  description: string;
  /** The video is at /videos/{file}.webm, with captions as .vtt and a still picture as .webp. */
  file: string;
  /** The article with the same content in words. */
  article: string;
};

/** The quick start videos, in the recommended order (docs/product.md#quick-start-videos). */
export const videos: Record<VideoId, Video> = {
  "1": {
    title: "Getting Started",
    description: "The first minutes: your store's name and address, your colleagues, and where everything is.",
    file: "getting-started",
    article: "tour-of-the-desk",
  },
  "2": {
    title: "Email Integration",
    description: "Forward your store's mail to Deskhand, and test that it arrives.",
    file: "email-integration",
    article: "forward-your-mail",
  },
  "3": {
    title: "Shopify Connection",
    description: "Connect your Shopify store and bring in its orders.",
    file: "shopify-connection",
    article: "connect-your-store",
  },
  "4": {
    title: "Managing Tickets",
    description: "From a customer's mail to an answer: read, reply, take notes and close.",
    file: "managing-tickets",
    article: "answer-a-ticket",
  },
};
