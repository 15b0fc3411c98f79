/** A separate process that runs the jobs of a database (argument) until it is killed; each job hangs after "started". */
import { openJobDatabase, testKind } from './jobServer.ts';

const database = await openJobDatabase(process.argv[2] ?? '');
await database.start([
  testKind('work', {
    run: () => {
      console.log('started');
      return new Promise(() => undefined);
    },
  }),
]);
console.log('ready');
