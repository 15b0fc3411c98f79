/** Software as the server lists it. */
import type { SoftwareFile, SoftwareLine } from '../../contract/entities/software.ts';

export const softwareFile = (more: Partial<SoftwareFile> = {}): SoftwareFile => ({
  id: 'software-2',
  fileId: 'b'.repeat(32),
  fileName: 'w1-w2-2.14.3.bin',
  version: '2.14.3',
  releasedOn: '2026-11-03',
  notes: 'Waits for an empty elevator.',
  bytes: 12_288,
  sha256: `71be${'0'.repeat(56)}0c44`,
  isCompared: true,
  addedAt: Date.UTC(2026, 10, 3),
  damagedAt: null,
  ...more,
});

export const softwareLine = (more: Partial<SoftwareLine> = {}): SoftwareLine => ({
  models: ['W1', 'W2'],
  files: [softwareFile(), softwareFile({ id: 'software-1', fileId: 'a'.repeat(32), version: '2.14.1', notes: '' })],
  robots: [
    { serialNumber: 'W1-1', name: 'Porter 1', version: '2.14.3', state: 'has' },
    { serialNumber: 'W1-2', name: 'Porter 2', version: '2.14.1', state: 'other' },
    { serialNumber: 'W2-1', name: 'Linen runner', version: '', state: 'unknown' },
  ],
  counts: { has: 1, other: 1, unknown: 1 },
  ...more,
});
