/** Two short notes: pitch in hertz, start in seconds. */
const notes = [
  { pitch: 880, at: 0 },
  { pitch: 1174.66, at: 0.09 },
];
const LOUDNESS = 0.12;
const NOTE_S = 0.22;
/** A cold sound device takes a while to start; on an unused page the browser allows no sound at all. */
const PATIENCE_MS = { used: 3_000, unused: 300 };

let audio: AudioContext | undefined;

/**
 * Plays a short synthesized sound. Resolves with false if the browser stays silent, as it does before the first click
 * or key press on the page.
 */
export async function playSound(): Promise<boolean> {
  try {
    audio ??= new AudioContext();
    // Gives up after a while, or old sounds would play with the first click.
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, patienceMs()))]);
    if (audio.state !== "running") return false;
    for (const note of notes) playNote(audio, note);
    return true;
  } catch {
    // The machine has no audio device.
    return false;
  }
}

function patienceMs(): number {
  // Older browsers lack it.
  const activation: UserActivation | undefined = navigator.userActivation;
  return activation?.hasBeenActive ? PATIENCE_MS.used : PATIENCE_MS.unused;
}

function playNote(audio: AudioContext, { pitch, at }: { pitch: number; at: number }): void {
  const start = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  // Fades in and out, as an abruptly cut note clicks.
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_S);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + NOTE_S);
}
