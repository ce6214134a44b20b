import { allCommands } from '#server/cli/all-commands.ts';
import type { Options } from '#server/cli/command.ts';
import { printable } from '#server/cli/printable.ts';
import type { Context } from '#server/context.ts';

/** Makes a function that runs an operator's command on this installation and returns the lines that it prints. */
export function commandRunner(context: () => Context) {
  return async (name: string, words: readonly string[] = [], options: Options = {}): Promise<string[]> => {
    const lines: string[] = [];
    const command = allCommands.find((known) => known.name === name);
    if (command === undefined || command.needs === 'nothing') throw new Error(`${name} cannot run here.`);
    const print = (text: string) => lines.push(printable(text));
    await command.read(words, options)({ context: context(), print });
    return lines;
  };
}
