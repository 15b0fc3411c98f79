/** The media grants of the robots, as the server last sent them: each list counts for 30 s from its arrival, by this machine's monotonic clock. */
import { MEDIA_GRANT_MS } from '../../contract/rules/limits.ts';
import type { MediaKind } from '../../contract/entities/constants.ts';
import type { MediaGrants as GrantsMessage } from '../../contract/wire/privateCommands.ts';

export type MediaAccess = Readonly<Record<MediaKind, boolean>>;
export const NO_ACCESS: MediaAccess = { picture: false, sound: false, voice: false };

interface Entry {
  what: readonly MediaKind[];
  /** ms from the list's arrival on. */
  lasts: number;
}

export class MediaGrants {
  private readonly ticks: () => number;
  private readonly lists = new Map<string, { at: number; viewers: ReadonlyMap<string, Entry> }>();

  /** @param ticks ms of a clock that is never set */
  constructor(ticks: () => number) {
    this.ticks = ticks;
  }

  take(serialNumber: string, { sentAt, grants }: GrantsMessage): void {
    // Clocks may differ: only the span between two of the server's times is used.
    const viewers = new Map(
      grants.map(({ viewer, what, until }) => [viewer, { what, lasts: Math.min(MEDIA_GRANT_MS, until - sentAt) }]),
    );
    this.lists.set(serialNumber, { at: this.ticks(), viewers });
  }

  of(serialNumber: string, viewer: string): MediaAccess {
    const list = this.lists.get(serialNumber);
    const entry = list?.viewers.get(viewer);
    if (!list || !entry || this.ticks() - list.at >= entry.lasts) return NO_ACCESS;
    const { what } = entry;
    return { picture: what.includes('picture'), sound: what.includes('sound'), voice: what.includes('voice') };
  }

  /** Whether the server was heard lately: whoever is not on its list then was taken off it. */
  isCurrent(serialNumber: string): boolean {
    const list = this.lists.get(serialNumber);
    return list !== undefined && this.ticks() - list.at < MEDIA_GRANT_MS;
  }
}
