/** Two short notes, in hertz and in seconds from the beginning. */
const notes = [
  { pitch: 880, at: 0 },
  { pitch: 1174.66, at: 0.09 },
];
const LOUDNESS = 0.12;
const NOTE_S = 0.22;
/** A cold sound device takes a while to start; before the page was used the browser lets none start. */
const PATIENCE_MS = { used: 3_000, unused: 300 };

let audio: AudioContext | undefined;

/**
 * Plays a short sound, made here rather than loaded. Resolves with false where the browser keeps silent: it lets a page be
 * heard only after somebody has clicked or typed in it.
 */
export async function playSound(): Promise<boolean> {
  try {
    audio ??= new AudioContext();
    // Waited for no longer, or sounds of long ago would be heard with the first click.
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, patienceMs()))]);
    if (audio.state !== "running") return false;
    for (const note of notes) playNote(audio, note);
    return true;
  } catch {
    // The machine has nothing that could sound.
    return false;
  }
}

function patienceMs(): number {
  // Older browsers do not say.
  const activation: UserActivation | undefined = navigator.userActivation;
  return activation?.hasBeenActive ? PATIENCE_MS.used : PATIENCE_MS.unused;
}

function playNote(audio: AudioContext, { pitch, at }: { pitch: number; at: number }): void {
  const start = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  // Rising and falling off gently: a note that is cut clicks.
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + NOTE_S);
}
