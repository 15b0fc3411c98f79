/** The download centre: software for robots, and exports that wait for their reader. */
import * as v from 'valibot';
import { accountAdmin, endpoint, signedIn } from '../endpoint.ts';
import { nothing } from '../entities/idOf.ts';
import { newSoftware, ownExport, softwareId, softwareLine } from '../entities/software.ts';
import { EXPORTS_SHOWN, SOFTWARE_LINES_MAX, SOFTWARE_ROBOTS_SHOWN, SOFTWARE_VERSIONS_KEPT } from '../rules/software.ts';

export const downloads = {
  list: endpoint('/download/get-list', {
    summary: `Lists software by set of models, newest version first, with the robots of these models and the version that each reports; account administrators get all software and robots, others the software of their robots' models and their own robots, at most ${SOFTWARE_ROBOTS_SHOWN} a set. \`exports\` are the caller's own, newest first, at most ${EXPORTS_SHOWN}. \`models\` are those of the robots. Sizes are bytes. Files are read at the address of \`/file/get-address\`, which refuses one whose stored bytes no longer have its SHA-256 (\`softwareDamaged\`).`,
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.object({
      lines: v.array(softwareLine),
      exports: v.array(ownExport),
      models: v.array(v.string()),
      canAdd: v.boolean(),
    }),
  }),
  add: endpoint('/download/add-software', {
    summary: `Adds an uploaded file as the newest version for a set of models; of each set, ${SOFTWARE_VERSIONS_KEPT} versions are kept and the oldest is deleted. Refuses a file without the manufacturer's SHA-256 (\`softwareSumWrong\`), a version that the set has (\`softwareVersionTaken\`), and more than ${SOFTWARE_LINES_MAX} sets (\`softwareLinesFull\`).`,
    access: accountAdmin,
    kind: 'write',
    request: newSoftware,
    response: v.object({ id: softwareId }),
  }),
  remove: endpoint('/download/delete-software', {
    summary: 'Deletes one version of a software with its file. Robots that have it keep it.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ id: softwareId }),
    response: nothing,
  }),
};
