import { Banner, BannerButton } from "../../../ui/banner.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

/** Says that somebody, perhaps oneself in another tab, changed what one is about to save, and leaves the choice. */
export function ConflictBanner({ form }: { form: ReturnType<typeof useEmailSettings> }) {
  if (form.conflict === null) return null;
  return (
    <Banner
      kind="warning"
      title="These email settings were changed meanwhile"
      action={
        <>
          <BannerButton onClick={form.takeTheirs}>Take theirs</BannerButton>
          <BannerButton onClick={() => form.send(true)}>Save mine anyway</BannerButton>
        </>
      }
    >
      Nothing was saved. What you wrote is still here.
    </Banner>
  );
}
