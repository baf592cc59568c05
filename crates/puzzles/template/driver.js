
  // FILL IN: how a hand enters a solution of your game, and something that breaks a rule.
  newfamily: {
    solve: (puzzle, solution) => cellsOf(puzzle)
      .filter((cell) => given(puzzle, cell) === "-" && solution[cell[0]][cell[1]] === "o")
      .map((at) => ({ do: "tap", at })),
    mistake: (puzzle) => {
      const free = (/** @type {number} */ row) => cellsOf(puzzle).filter((cell) => cell[0] === row && given(puzzle, cell) === "-");
      const row = cellsOf(puzzle).map(([each]) => each).find((each) => free(each).length > 1) ?? 0;
      return free(row).slice(0, 2).map((at) => ({ do: "tap", at }));
    },
  },
