
  // FILL IN: how a hand draws a puzzle of your game on a board without clues.
  newfamily: (puzzle) => clues(puzzle).map(({ at, sign }) => ({ do: "key", at, value: sign })),
