;;; Opens a project's configuration in Emacs, and waits for its finding and for a hover.  -*- lexical-binding: t; -*-

(defun agent-wait (what seen)
  "Wait until SEEN returns something; WHAT is named if it does not."
  (let ((end (+ (float-time) 60)))
    (while (not (funcall seen))
      (when (> (float-time) end) (error "not seen: %s" what))
      (accept-process-output nil 0.05))))

(defun agent-finding ()
  "The text of the finding about the unknown provider."
  (let ((texts (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
    (seq-find (lambda (text) (string-match-p "mien" text)) texts)))

(find-file (expand-file-name "work/.agent/config.yaml" (getenv "HOME")))
(princ (format "mode: %s\n" major-mode))
;; The editor does this after each key.
(run-hooks 'post-command-hook)
(agent-wait "a server" #'eglot-current-server)
(agent-wait "a finding" (lambda () (flymake-start) (agent-finding)))
(princ (format "finding: %s\n" (agent-finding)))

(goto-char (point-min))
(search-forward "provider: mi")
(let (shown)
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
  (agent-wait "a hover" (lambda () shown))
  (princ (format "hover: %s\n" shown)))
(kill-emacs 0)
