import { Volume2 } from "lucide-react";
import { useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { playSound } from "./play-sound.ts";

interface SoundChoiceProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Switches the sound on, and lets one hear it. */
export function SoundChoice({ isOn, onChange }: SoundChoiceProps) {
  const [isSilent, setSilent] = useState(false);
  return (
    <div className="pb-1">
      <Switch
        label="Sound"
        description="Two short notes for new notifications, in one tab only."
        checked={isOn}
        onChange={onChange}
      />
      <Button size="sm" icon={<Volume2 size={14} aria-hidden />} onClick={async () => setSilent(!(await playSound()))}>
        Try it
      </Button>
      {isSilent && (
        <Banner kind="warning" className="mt-2">
          Your browser plays no sound for Deskhand. Check that this site is not muted and that a speaker is connected.
        </Banner>
      )}
    </div>
  );
}
