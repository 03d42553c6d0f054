// Sounds, made and not loaded: each is a list of tones and of noise. Nothing happens where audio is blocked.

/**
 * A tone slides from `from` to `to` Hz; noise is filtered around those frequencies instead.
 * @typedef {{ at: number, for: number, from: number, to?: number, gain: number, wave?: OscillatorType | 'noise' }} Note
 */
/** @typedef {'deal' | 'pick' | 'play' | 'pass' | 'yes' | 'no' | 'turn' | 'tick' | 'chain' | 'plane' | 'bomb' | 'rocket' | 'landlord' | 'win' | 'lose'} Sound */

/** @param {number[]} pitches @param {number} step @param {Omit<Note, 'at' | 'from'>} how @returns {Note[]} */
const run = (pitches, step, how) => pitches.map((from, i) => ({ ...how, at: i * step, from }));

/** @type {Record<Sound, Note[]>} */
export const SOUNDS = {
  deal: [{ at: 0, for: 0.05, from: 2600, to: 900, gain: 0.1, wave: "noise" }],
  pick: [{ at: 0, for: 0.03, from: 1900, to: 1500, gain: 0.05, wave: "triangle" }],
  play: [
    { at: 0, for: 0.08, from: 1800, to: 500, gain: 0.22, wave: "noise" },
    { at: 0.02, for: 0.09, from: 190, to: 90, gain: 0.28, wave: "sine" },
  ],
  pass: [{ at: 0, for: 0.16, from: 330, to: 220, gain: 0.12, wave: "triangle" }],
  yes: run([523, 784], 0.07, { for: 0.14, gain: 0.14, wave: "triangle" }),
  no: run([392, 330], 0.08, { for: 0.12, gain: 0.1, wave: "triangle" }),
  turn: run([880, 1175], 0.1, { for: 0.22, gain: 0.14, wave: "sine" }),
  tick: [{ at: 0, for: 0.05, from: 1320, to: 1180, gain: 0.14, wave: "square" }],
  chain: run([523, 587, 659, 784, 880], 0.045, { for: 0.12, gain: 0.11, wave: "triangle" }),
  plane: [
    { at: 0, for: 1.1, from: 400, to: 1500, gain: 0.2, wave: "noise" },
    { at: 0, for: 1.1, from: 110, to: 190, gain: 0.12, wave: "sawtooth" },
  ],
  bomb: [
    { at: 0, for: 0.9, from: 900, to: 60, gain: 0.55, wave: "noise" },
    { at: 0, for: 0.7, from: 130, to: 32, gain: 0.6, wave: "sine" },
    { at: 0.05, for: 0.5, from: 220, to: 50, gain: 0.2, wave: "square" },
  ],
  rocket: [
    { at: 0, for: 0.8, from: 300, to: 3200, gain: 0.28, wave: "noise" },
    { at: 0, for: 0.8, from: 160, to: 1300, gain: 0.14, wave: "sawtooth" },
    { at: 0.75, for: 1.1, from: 1100, to: 50, gain: 0.55, wave: "noise" },
    { at: 0.75, for: 0.8, from: 140, to: 30, gain: 0.6, wave: "sine" },
  ],
  landlord: [
    ...run([392, 523, 659, 784], 0.09, { for: 0.2, gain: 0.14, wave: "triangle" }),
    { at: 0.36, for: 0.5, from: 1046, gain: 0.16, wave: "triangle" },
  ],
  win: [
    ...run([523, 659, 784, 1046, 784, 1046, 1318], 0.12, { for: 0.26, gain: 0.15, wave: "triangle" }),
    ...run([262, 330, 392, 523], 0.21, { for: 0.4, gain: 0.09, wave: "sine" }),
  ],
  lose: run([440, 392, 349, 294], 0.2, { for: 0.36, gain: 0.12, wave: "triangle" }),
};

/** @param {{ isOn: () => boolean }} how */
export function createSound({ isOn }) {
  /** @type {AudioContext | null} */
  let audio = null;
  /** @type {GainNode | null} */
  let out = null;
  /** @type {AudioBuffer | null} */
  let hiss = null;

  /** Browsers let a page sound only after a gesture: call this from one. */
  function wake() {
    if (!isOn()) return;
    try {
      if (!audio) {
        audio = new AudioContext();
        const squeeze = audio.createDynamicsCompressor();
        out = audio.createGain();
        out.gain.value = 0.7;
        out.connect(squeeze).connect(audio.destination);
        hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
        const data = hiss.getChannelData(0);
        for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
      }
      if (audio.state === "suspended") audio.resume().catch(() => {});
    } catch {
      audio = null;
    }
  }

  /** @param {Note} note @param {AudioContext} context @param {number} start */
  function sound(note, context, start) {
    const end = start + note.for;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(note.gain, start + Math.min(0.012, note.for / 4));
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    /** @type {AudioScheduledSourceNode} */
    let source;
    let pitch;
    if (note.wave === "noise") {
      const noise = context.createBufferSource();
      noise.buffer = hiss;
      noise.loop = true;
      const filter = context.createBiquadFilter();
      filter.type = "bandpass";
      filter.Q.value = 0.8;
      pitch = filter.frequency;
      noise.connect(filter).connect(volume);
      source = noise;
    } else {
      const tone = context.createOscillator();
      tone.type = note.wave ?? "sine";
      pitch = tone.frequency;
      tone.connect(volume);
      source = tone;
    }
    pitch.setValueAtTime(note.from, start);
    pitch.exponentialRampToValueAtTime(note.to ?? note.from, end);
    if (out) volume.connect(out);
    source.start(start);
    source.stop(end + 0.02);
  }

  return {
    wake,
    /** @param {Sound} name */
    play(name) {
      if (!isOn() || !audio || audio.state !== "running") return;
      try {
        for (const note of SOUNDS[name]) sound(note, audio, audio.currentTime + note.at);
      } catch {
        // A page without sound is still a page.
      }
    },
  };
}
/** @typedef {ReturnType<typeof createSound>} SoundBox */
