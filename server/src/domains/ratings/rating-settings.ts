import type { RatingSettings, ReviewLink } from "@deskhand/contract/ratings/ratings";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { renderReplyEmail } from "@deskhand/email";
import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Settings } from "../../platform/settings.ts";
import { record } from "../audit/index.ts";
import { emailBranding, storeLook } from "../outgoing/index.ts";
import { changeRule, createRule, listRules, setRuleOn } from "../rules/index.ts";
import { findTenant } from "../tenants/index.ts";
import { facesIn } from "./ask-for-rating.ts";
import { type SavedSettings, selectRatingSettings, upsertRatingSettings } from "./ratings.queries.ts";
import { renderRatingPage } from "./render-rating-page.ts";
import { ratingLanguages, wordsIn } from "./words/rating-words.ts";

/** What a store has that set nothing: it asks nobody. */
const defaults: SavedSettings = {
  isOn: false,
  hours: 4,
  pauseDays: 30,
  asksAfterComplaints: false,
  reviewLinks: [],
  ruleId: null,
  version: 0,
};

const trigger = "since_resolved";
const askRating = { action: "ask_rating", values: [] } as const;

/** Reads the settings, with the rule that asks. */
export async function readRatingSettings(tx: TenantTx): Promise<RatingSettings> {
  const saved = (await selectRatingSettings(tx)) ?? defaults;
  const rule = await findAskingRule(tx, saved.ruleId);
  const { ruleId: _, ...settings } = saved;
  if (!rule) return { ...settings, rule: null };
  const { id, name, isOn, trigger: startedBy, actions, delayHours } = rule;
  const isAsMade = startedBy === trigger && actions.some(({ action }) => action === askRating.action);
  return { ...settings, hours: delayHours ?? settings.hours, rule: { id, name, isOn, isAsMade } };
}

async function findAskingRule(tx: TenantTx, id: string | null) {
  if (id === null) return undefined;
  return (await listRules(tx)).find((rule) => rule.id === id);
}

type Edit = Pick<RatingSettings, "isOn" | "hours" | "pauseDays" | "asksAfterComplaints" | "reviewLinks"> & {
  expectedVersion: number;
};

/**
 * Saves the settings, and has the rule that asks be what they say: the ready one is made when ratings are first switched on, and it keeps
 * what people changed on it besides.
 */
export async function saveRatingSettings(
  tx: TenantTx,
  actor: Actor,
  { expectedVersion, ...edit }: Edit,
): Promise<RatingSettings> {
  await lockName(tx, "rating-settings");
  const before = (await selectRatingSettings(tx)) ?? defaults;
  if (before.version !== expectedVersion) throw fail("rating_settings_changed_meanwhile", { version: before.version });
  const ruleId = await settleRule(tx, actor, before.ruleId, edit);
  await upsertRatingSettings(tx, { ...edit, ruleId });
  const { isOn, hours, pauseDays } = edit;
  await record(tx, actor.userId, "settings.ratings-changed", null, { asks: isOn, hours, days: pauseDays });
  await emit(tx, "rating-settings.changed", {});
  return readRatingSettings(tx);
}

async function settleRule(
  tx: TenantTx,
  actor: Actor,
  ruleId: string | null,
  { isOn, hours }: Pick<Edit, "isOn" | "hours">,
): Promise<string | null> {
  const rules = await listRules(tx);
  const rule = rules.find(({ id }) => id === ruleId);
  if (!rule)
    return isOn
      ? makeRule(
          tx,
          actor,
          hours,
          rules.map(({ name }) => name.toLowerCase()),
        )
      : null;
  const { id, name, matches, conditions, actions, version: expectedVersion } = rule;
  if (rule.trigger === trigger && rule.delayHours !== hours) {
    await changeRule(tx, actor, {
      id,
      name,
      trigger,
      delayHours: hours,
      matches,
      conditions,
      actions,
      expectedVersion,
    });
  }
  if (rule.isOn !== isOn) await setRuleOn(tx, actor, { id, isOn });
  return id;
}

async function makeRule(tx: TenantTx, actor: Actor, hours: number, taken: readonly string[]): Promise<string> {
  const names = ["Ask for a rating", ...taken.map((_, index) => `Ask for a rating ${index + 2}`)];
  const name = names.find((one) => !taken.includes(one.toLowerCase())) ?? "Ask for a rating";
  const definition = {
    name,
    trigger,
    delayHours: hours,
    matches: "all",
    conditions: [],
    actions: [{ ...askRating, values: [] }],
  } as const;
  const made = await createRule(tx, actor, {
    ...definition,
    conditions: [],
    actions: [{ action: askRating.action, values: [] }],
    isOn: true,
    idempotencyKey: newId(),
  });
  return made.id;
}

type Previewed = { view: "mail" | "page" | "thanks"; language: string; reviewLinks: ReviewLink[] };

/** Renders the mail or a page of a made-up ticket as its customer would see it. */
export async function previewRating(
  tx: TenantTx,
  settings: Pick<Settings, "mailDomain" | "publicUrl" | "secret">,
  { view, language: asked, reviewLinks }: Previewed,
) {
  const language = ratingLanguages.includes(asked) ? asked : "en";
  const languages = ratingLanguages.map((code) => ({ code, name: wordsIn(code).language }));
  return {
    html:
      view === "mail"
        ? await mailIn(tx, settings, language)
        : await pageIn(tx, settings, { view, language, reviewLinks }),
    languages,
  };
}

async function mailIn(tx: TenantTx, settings: Parameters<typeof emailBranding>[2], language: string): Promise<string> {
  const { branding } = await emailBranding(tx, await findTenant(tx), settings);
  const faces = facesIn(language, () => settings.publicUrl);
  return renderReplyEmail({ branding, ticketLabel: ticketLabel(1), content: faces.intro, faces }).html;
}

async function pageIn(
  tx: TenantTx,
  { publicUrl }: Pick<Settings, "publicUrl">,
  { view, language, reviewLinks }: Omit<Previewed, "view"> & { view: "page" | "thanks" },
): Promise<string> {
  const look = await storeLook(tx, publicUrl);
  const isRated = view === "thanks";
  const { page } = renderRatingPage({
    look,
    rating: { language, score: isRated ? 5 : null, comment: null },
    action: "#",
    view: isRated ? "thanks" : "form",
    chosen: isRated ? null : 5,
    comment: null,
    isUnchosen: false,
    isColleague: false,
    reviewLinks,
  });
  return page;
}
