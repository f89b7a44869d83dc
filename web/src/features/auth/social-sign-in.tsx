import { Button } from "../../ui/button.tsx";
import { ProviderMark } from "./provider-marks.tsx";
import { type ChosenProvider, socialProviders } from "./use-login-form.ts";

interface SocialSignInProps {
  isBusy: boolean;
  onChoose: (provider: ChosenProvider) => Promise<void>;
}

/** The accounts elsewhere that one may sign in with. */
export function SocialSignIn({ isBusy, onChoose }: SocialSignInProps) {
  return (
    <div className="mt-5">
      <p className="mb-3 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        {socialProviders.map((provider) => (
          <Button
            key={provider.id}
            size="lg"
            disabled={isBusy}
            icon={<ProviderMark id={provider.id} />}
            onClick={() => void onChoose(provider)}
          >
            {provider.name}
          </Button>
        ))}
      </div>
    </div>
  );
}
