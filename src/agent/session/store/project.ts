/** The project of a session: the root of the repository that it works in, else its working directory (P-S10). */
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { isAbsolute } from "./paths.js";

/** Whether a directory holds `.git`. Never rejects. */
type HasGit = (directory: string) => Promise<boolean>;

/** The nearest directory with `.git`, from the working directory upwards; without one, the working directory. Never rejects. */
export async function projectOf(
  files: Files,
  workingDirectory: string,
  hasGit: HasGit = (directory) => hasGitIn(files, directory),
): Promise<string> {
  // A relative path has no end upwards.
  if (!isAbsolute(workingDirectory)) return workingDirectory;
  for (let directory = files.join(workingDirectory, "."); ; ) {
    if (await hasGit(directory)) return directory;
    const above = files.join(directory, "..");
    if (above === directory) return workingDirectory;
    directory = above;
  }
}

export async function hasGitIn(files: Files, directory: string): Promise<boolean> {
  try {
    return (await files.status(files.join(directory, ".git"))) !== undefined;
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
}
