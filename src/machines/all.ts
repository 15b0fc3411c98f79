/**
 * All machines of the console by id, without their effects: for code that draws or reads machines. The running machines
 * are wired up in src/app/wiring. Each machine loads with the chunk that already contains it.
 */
import type { AnyStateMachine } from 'xstate';
import { ApiError } from '../../contract/wire/errors.ts';

/** `{folder}/{id}.machine.ts` exports `{id}Machine`. */
const files = import.meta.glob<Readonly<Record<string, AnyStateMachine>>>('./*/*.machine.ts');
const idOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1, -'.machine.ts'.length);

const paths = new Map(Object.keys(files).map((file) => [idOf(file), file.slice('./'.length)]));
/** Path of the machine's file, relative to src/machines. */
export const machineFile = (id: string): string => paths.get(id) ?? `${id}/${id}.machine.ts`;

async function load([file, read]: [file: string, read: (typeof files)[string]]): Promise<[string, AnyStateMachine]> {
  const id = idOf(file);
  const machine = (await read())[`${id}Machine`];
  if (!machine) throw new Error(`${file} exports no ${id}Machine`);
  return [id, machine];
}

/** @throws ApiError consolePartAbsent, when a chunk fails to load */
export async function loadMachines(): Promise<Record<string, AnyStateMachine>> {
  try {
    return Object.fromEntries(await Promise.all(Object.entries(files).map(load)));
  } catch (error) {
    throw new ApiError('consolePartAbsent', {}, error instanceof Error ? error.message : String(error));
  }
}
