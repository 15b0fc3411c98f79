import { NICKNAME_MAX } from './limits.ts';

export type NicknameFault = 'nicknameEmpty' | 'nicknameLong';

/** What is wrong with the name of a person; null if nothing is. */
export function nicknameFault(typed: string): NicknameFault | null {
  const name = typed.trim();
  return name === '' ? 'nicknameEmpty' : name.length > NICKNAME_MAX ? 'nicknameLong' : null;
}
