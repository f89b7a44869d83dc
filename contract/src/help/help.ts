import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, noBlank, oneLine, tooLong, trimmedText, typedText } from "../page.ts";
import { feedbackTypes } from "../vocabulary.ts";
import { helpCategoryIds } from "./help-ids.ts";

const contactsSchema = z.object({
  /** The operator of this installation; null if they do not say. */
  operatorEmail: z.string().nullable(),
  /** The address of the full documentation. */
  docsUrl: z.string(),
});

const summarySchema = z.object({
  /** A name in lower case, such as "forward-your-mail". */
  id: z.string(),
  title: z.string(),
  category: z.enum(helpCategoryIds),
  tags: z.array(z.string()),
  /** The article's first sentences. */
  summary: z.string(),
  /** Whether it is among the most read of this installation; until enough were read, the editors' choice. */
  isPopular: z.boolean(),
  /** How often it was opened in this installation; one person counts once a day. */
  views: z.number().int(),
  /** The average of 1 to 5 stars, with one decimal; null before the first. */
  rating: z.number().nullable(),
  ratingCount: z.number().int(),
  /** When its text last changed. */
  lastUpdated: z.iso.date(),
  /** In minutes. */
  estimatedReadTime: z.number().int(),
});
export type HelpArticleSummary = z.infer<typeof summarySchema>;

const ownVoteSchema = z.object({
  isHelpful: z.boolean().nullable(),
  rating: z.number().int().min(1).max(5).nullable(),
});

const articleSchema = summarySchema.extend({
  /** Its text, without anything that runs; links to other articles and to screens begin with /dashboard. */
  html: z.string(),
  helpfulCount: z.number().int(),
  notHelpfulCount: z.number().int(),
  /** The reader's own choice; null where they have none. */
  own: ownVoteSchema,
});
export type HelpArticle = z.infer<typeof articleSchema>;

const article = z.string().max(limits.helpArticleIdLength);
const category = z.enum(helpCategoryIds);
const listSchema = z.object({ items: z.array(summarySchema) });

/** Help for the product's users (docs/product.md#help-center). */
export const help = {
  /** Returns whom to ask, and where to read on. */
  contacts: endpoint("help:read", "GET", "/help/contacts").output(contactsSchema),
  /** Counts the articles of each category. */
  categories: endpoint("help:read", "GET", "/help/categories").output(
    z.object({ items: z.array(z.object({ id: category, articleCount: z.number().int() })) }),
  ),
  /** Lists all articles, or those of a category: popular ones first, then the most read. */
  list: endpoint("help:read", "GET", "/help/articles")
    .input(z.object({ category: category.optional() }))
    .output(listSchema),
  /** Finds articles with every word of the query in title, text or tags, in the same order. */
  search: endpoint("help:read", "GET", "/help/search")
    .input(z.object({ query: typedText().max(limits.searchLength), category: category.optional() }))
    .output(listSchema),
  article: endpoint("help:read", "GET", "/help/articles/{article}")
    .errors(among("help_article_not_found"))
    .input(z.object({ article }))
    .output(articleSchema),
  /** Counts that the reader opened an article, at most once a day. */
  countView: endpoint("help:read", "POST", "/help/articles/{article}/views")
    .errors(among("help_article_not_found"))
    .input(z.object({ article }))
    .output(z.object({ views: z.number().int() })),
  /** Saves the reader's opinion of an article, which replaces an earlier one; an absent field stays, null removes it. */
  vote: endpoint("help:read", "POST", "/help/articles/{article}/vote", { twice: "sets" })
    .errors(among("help_article_not_found"))
    .input(ownVoteSchema.partial().extend({ article }))
    .output(articleSchema),
};

/** What people tell whoever runs the installation (docs/product.md#feedback). */
export const feedback = {
  /** Stores it, and mails it where there is an address to mail it to. A second request with the same key does nothing more. */
  submit: endpoint("feedback:send", "POST", "/submit-feedback")
    .errors(among("too_much_feedback"))
    .input(
      z.object({
        type: z.enum(feedbackTypes),
        message: trimmedText("Message", limits.feedbackLength, "Message is required"),
        /** Where to answer, as it was entered; without it, whoever sends it. */
        email: typedText()
          .max(limits.emailAddressLength, tooLong("Email", limits.emailAddressLength))
          .transform((text) => oneLine(noBlank(text)))
          .nullish(),
        idempotencyKey: id.optional(),
      }),
    )
    .output(z.object({ id })),
};
