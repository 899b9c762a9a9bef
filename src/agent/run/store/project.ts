/** The project of a session: the root of the repository that it works in, else its working directory (P-S10). */
import { FileError, type Files } from "../../ports/files.js";
import { isAbsolute } from "./paths.js";

/** The nearest directory with `.git`, from the working directory upwards; without one, the working directory. Never rejects. */
export async function projectOf(files: Files, workingDirectory: string): Promise<string> {
  // A relative path has no end upwards.
  if (!isAbsolute(workingDirectory)) return workingDirectory;
  for (let directory = files.join(workingDirectory, "."); ; ) {
    if (await isThere(files, files.join(directory, ".git"))) return directory;
    const above = files.join(directory, "..");
    if (above === directory) return workingDirectory;
    directory = above;
  }
}

async function isThere(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.status(path)) !== undefined;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
