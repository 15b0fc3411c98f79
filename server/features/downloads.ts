/** The download centre: which software there is for whose robots, adding and deleting it, and one's own exports. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { downloads } from '../../contract/endpoints/downloads.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { OwnExport, SoftwareFile, SoftwareLine, SoftwareRobot } from '../../contract/entities/software.ts';
import {
  EXPORTS_SHOWN,
  modelKey,
  SOFTWARE_LINES_MAX,
  SOFTWARE_ROBOTS_SHOWN,
  SOFTWARE_VERSIONS_KEPT,
  softwareStateOf,
  sortedModels,
  versionKey,
} from '../../contract/rules/software.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addSoftware,
  deleteSoftware,
  lockSoftware,
  ownExports,
  softwareRows,
  type SoftwareRow,
  type StoredSoftware,
} from '../db/repositories/downloads.ts';
import { fileById, markDeleted, type FileRow } from '../db/repositories/files.ts';
import { deleteBytes } from '../files/deleteFiles.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RequestContext } from '../requestContext.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now'> & { store: FileStore };

export function createDownloadHandlers({ fleet, now, store }: Needs): Handlers<typeof downloads, RequestContext> {
  const robotsOf = ({ userId, roles }: Pick<RequestContext, 'userId' | 'roles'>): RobotRow[] => {
    const mine = fleet.fleetCache.robotsOf(userId);
    return [...fleet.fleetCache.robots()].filter(
      ({ serialNumber, retiredAt }) => retiredAt === null && (roles.includes('admin') || mine.has(serialNumber)),
    );
  };

  return {
    async list(_, { db, userId, roles, language }) {
      const isAdmin = roles.includes('admin');
      const robots = robotsOf({ userId, roles });
      const models = new Set(robots.map(({ model }) => modelKey(model)));
      const lines = linesOf(await softwareRows(db)).filter(
        ([first]) => isAdmin || first.software.models.some((model) => models.has(model)),
      );
      const exported = await ownExports(db, userId, new Date(now()), EXPORTS_SHOWN);
      return {
        lines: lines.map((line) => lineDto(line, robots, language)),
        exports: exported.map(exportDto),
        models: sortedModels([...models]),
        canAdd: isAdmin,
      };
    },

    async add({ fileId, models: named, version, makerSha256, ...rest }, { db, userId, afterCommit }) {
      const models = sortedModels(named);
      const file = await fileById(db, fileId);
      if (file?.state !== 'ready' || file.kind !== 'software') throw new ApiError('fileUnknown', { field: 'fileId' });
      if (makerSha256 !== '' && makerSha256 !== file.sha256)
        throw new ApiError('softwareSumWrong', { field: 'makerSha256', words: { found: file.sha256 } });

      await lockSoftware(db);
      const line = await softwareRows(db, models);
      if (line.some(({ software }) => versionKey(software.version) === versionKey(version)))
        throw new ApiError('softwareVersionTaken', { field: 'version', words: { models: models.join(', ') } });
      if (line.length === 0 && linesOf(await softwareRows(db)).length >= SOFTWARE_LINES_MAX)
        throw new ApiError('softwareLinesFull', { field: 'models', words: { limit: SOFTWARE_LINES_MAX } });
      const row: SoftwareRow = {
        id: randomUUID(),
        models,
        version,
        ...rest,
        fileId,
        isCompared: makerSha256 !== '',
        addedAt: new Date(now()),
        damagedAt: null,
      };
      if (!(await addSoftware(db, row))) throw new ApiError('fileUnknown', { field: 'fileId' });
      await record(db, { userId, act: 'software.add', subject: row.id, after: told(row, file) });
      const surplus = line.slice(SOFTWARE_VERSIONS_KEPT - 1);
      afterCommit(await dropped(db, store, surplus));
      for (const { software, file: old } of surplus)
        await record(db, { userId, act: 'software.delete', subject: software.id, before: told(software, old) });
      return { id: row.id };
    },

    async remove({ id }, { db, userId, afterCommit }) {
      await lockSoftware(db);
      const found = (await softwareRows(db)).find(({ software }) => software.id === id);
      if (!found) throw new ApiError('notFound', { field: 'id' });
      afterCommit(await dropped(db, store, [found]));
      await record(db, { userId, act: 'software.delete', subject: id, before: told(found.software, found.file) });
      return null;
    },
  };
}

/** What the audit log keeps. */
const told = ({ models, version }: SoftwareRow, { name, sha256 }: FileRow) => ({
  models: models.join(', '),
  version,
  fileName: name,
  sha256,
});

/**
 * Deletes versions; their files are invisible at once.
 * @returns deletes the bytes; what a failure leaves is deleted by retention
 */
async function dropped(db: Db, store: FileStore, gone: readonly StoredSoftware[]): Promise<() => Promise<void>> {
  if (gone.length > 0)
    await deleteSoftware(
      db,
      gone.map(({ software }) => software.id),
    );
  await markDeleted(
    db,
    gone.map(({ file }) => file.id),
  );
  return async () => {
    for (const { file } of gone) await deleteBytes({ store }, file);
  };
}

/** The versions by their models, in the order of the newest one. */
function linesOf(rows: readonly StoredSoftware[]): [StoredSoftware, ...StoredSoftware[]][] {
  const lines = new Map<string, [StoredSoftware, ...StoredSoftware[]]>();
  for (const row of rows) {
    const key = row.software.models.join(',');
    const line = lines.get(key);
    if (line) line.push(row);
    else lines.set(key, [row]);
  }
  return [...lines.values()].toSorted((a, b) =>
    a[0].software.models.join(',').localeCompare(b[0].software.models.join(',')),
  );
}

function lineDto(
  line: readonly [StoredSoftware, ...StoredSoftware[]],
  all: readonly RobotRow[],
  language: Language,
): SoftwareLine {
  const [{ software }] = line;
  const robots = all
    .filter(({ model }) => software.models.includes(modelKey(model)))
    .map(({ serialNumber, name, softwareVersion }): SoftwareRobot => ({
      serialNumber,
      name: nameIn(name, language),
      version: softwareVersion,
      state: softwareStateOf(software.version, softwareVersion),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.serialNumber.localeCompare(b.serialNumber));
  const counted = (state: SoftwareRobot['state']): number => robots.filter((robot) => robot.state === state).length;
  return {
    models: software.models,
    files: line.map((row) => fileDto(row, language)),
    robots: robots.slice(0, SOFTWARE_ROBOTS_SHOWN),
    counts: { has: counted('has'), other: counted('other'), unknown: counted('unknown') },
  };
}

function fileDto({ software, file }: StoredSoftware, language: Language): SoftwareFile {
  const { id, version, releasedOn, notesZh, notesEn, isCompared, addedAt, damagedAt } = software;
  return {
    id,
    fileId: file.id,
    fileName: file.name,
    version,
    releasedOn,
    notes: language === 'zhCN' ? notesZh || notesEn : notesEn || notesZh,
    bytes: file.bytes,
    sha256: file.sha256,
    isCompared,
    addedAt: addedAt.getTime(),
    damagedAt: damagedAt?.getTime() ?? null,
  };
}

const exportDto = ({ id, name, bytes, sha256, createdAt, until }: FileRow): OwnExport => ({
  fileId: id,
  fileName: name,
  bytes,
  sha256,
  createdAt: createdAt.getTime(),
  until: (until ?? createdAt).getTime(),
});
