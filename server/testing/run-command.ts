import { allCommands } from '#server/cli/all-commands.ts';
import type { CommandInput } from '#server/cli/command.ts';
import { printable } from '#server/cli/printable.ts';
import type { Context } from '#server/context.ts';

type Options = CommandInput['options'];

/** Makes a function that runs an operator's command on this installation and returns the lines that it prints. */
export function commandRunner(context: () => Context) {
  return async (name: string, words: readonly string[] = [], options: Options = {}): Promise<string[]> => {
    const lines: string[] = [];
    const command = allCommands.find((known) => known.name === name);
    if (command === undefined || command.needs === 'nothing') throw new Error(`${name} cannot run here.`);
    await command.run({ context: context(), words, options, print: (text) => lines.push(printable(text)) });
    return lines;
  };
}
