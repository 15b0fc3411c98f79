/**
 * The media grants of the robots as last received from the server. Each list is valid for 30 s from its arrival, by
 * this machine's monotonic clock.
 */
import { MEDIA_GRANT_MS } from '../../contract/rules/limits.ts';
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import type { MediaGrants as GrantsMessage } from '../../contract/wire/privateCommands.ts';

export type MediaAccess = Readonly<Record<MediaKind, boolean>>;
export const NO_ACCESS: MediaAccess = { picture: false, sound: false, voice: false, camera: false };

interface Entry {
  what: readonly MediaKind[];
  /** Validity from the list's arrival, ms. */
  lasts: number;
}

export class MediaGrants {
  private readonly ticks: () => number;
  private readonly lists = new Map<string, { at: number; viewers: ReadonlyMap<string, Entry> }>();

  /** @param ticks ms of a monotonic clock */
  constructor(ticks: () => number) {
    this.ticks = ticks;
  }

  take(serialNumber: string, { sentAt, grants }: GrantsMessage): void {
    // Clocks can differ: only the difference between two of the server's timestamps is used.
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
    return {
      picture: what.includes('picture'),
      sound: what.includes('sound'),
      voice: what.includes('voice'),
      camera: what.includes('camera'),
    };
  }

  /** Whether the last list is recent: a viewer missing from it was then revoked rather than unconfirmed. */
  isCurrent(serialNumber: string): boolean {
    const list = this.lists.get(serialNumber);
    return list !== undefined && this.ticks() - list.at < MEDIA_GRANT_MS;
  }
}
