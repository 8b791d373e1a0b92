/** How to get what is missing; errors and `switchboard doctor` say it. */
export const installLines = {
  whisper: "build whisper.cpp (https://github.com/ggml-org/whisper.cpp) and put whisper-cli on the path",
  pocketsphinx: "apt install pocketsphinx pocketsphinx-en-us",
  piper: "pip install piper-tts",
  espeak: "apt install espeak-ng",
  player: "apt install alsa-utils (aplay) or pulseaudio-utils (paplay)",
  recorder: "apt install alsa-utils (arecord)",
} as const;
