import { expect, test } from "vitest";
import { type EmailSettings, emailDraftOf, emailSettingNames, emailSettingOf } from "./email-setting-table.ts";
import { emailDraftSchema, emailSettingsEditSchema } from "./email-settings.ts";

const long = "a".repeat(1_000_000);
const typed: EmailSettings = {
  senderName: long,
  senderEmail: long,
  look: "letter",
  logoUrl: null,
  primaryColor: long,
  secondaryColor: long,
  signatureHtml: long,
  acknowledges: true,
  acknowledgementText: long,
};

test.each([null, long])(
  "the preview takes whatever is typed, and only what it shows, with the logo %.5s",
  (logoUrl) => {
    const draft = emailDraftOf({ ...typed, logoUrl });
    expect(emailDraftSchema.parse(draft)).toEqual(draft);
    const shown = emailSettingNames.filter((name) => emailSettingOf(name).previewed !== undefined);
    expect(Object.keys(draft)).toEqual(shown);
    expect([draft.senderName?.length, draft.look]).toEqual([1_000, "letter"]);
  },
);

test("every setting can be saved, and is refused when it is something else", () => {
  for (const name of emailSettingNames) {
    const { error } = emailSettingsEditSchema.safeParse({ [name]: { no: "setting" } });
    expect(error?.issues[0]?.path).toEqual([name]);
  }
});
