/** Who may watch a robot, listen to it and speak through it. */
import type { AccountRole, Relation } from '../entities/constants.ts';
import { MEDIA_KINDS, type MediaKind } from '../entities/robotConstants.ts';
import { hasRight, type Right } from './rights.ts';

const RIGHT_FOR: Record<MediaKind, Right> = { picture: 'read', sound: 'read', voice: 'operate', camera: 'operate' };

/** The requested kinds that the role and relation allow. */
export const allowedMedia = (
  asked: readonly MediaKind[],
  roles: readonly AccountRole[],
  relation: Relation | null,
): MediaKind[] => MEDIA_KINDS.filter((kind) => asked.includes(kind) && hasRight(roles, relation, RIGHT_FOR[kind]));
